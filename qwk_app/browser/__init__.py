"""What runs in the browser: JavaScript, styles, and the Python that hands them their data."""
