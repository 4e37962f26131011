"""The table of Mousquetaires du Roy: which matches are played, and who can play them."""
