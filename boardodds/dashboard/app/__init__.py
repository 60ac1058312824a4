"""The frame around every page, and the site map."""
