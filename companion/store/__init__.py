"""What is kept on disk: one journal per match, and the shelf they stand on."""
