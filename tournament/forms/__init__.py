"""What people type into pages, read and answered in sentences."""
