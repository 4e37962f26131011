"""What is drawn on each page of a match. One scene, one file; each is imported when its page is first opened."""
