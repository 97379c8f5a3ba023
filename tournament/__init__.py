"""The evening itself: rows, acts, pages and paper, around the pure rules of `scoring`."""
