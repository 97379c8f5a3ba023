"""Two PostgreSQL servers, one following the other, and the product on top of them."""
