"""The quest for the diamonds: four chapters, one after the other."""
