"""What a page is made of: one module or folder a page, named as the page."""
