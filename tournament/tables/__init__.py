"""Tables that officials sort, filter and page through."""
