"""Things that are drawn. They know colours and fingers, but no rule."""
