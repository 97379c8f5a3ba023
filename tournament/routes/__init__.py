"""The addresses of the site, a file for each part of the evening."""
