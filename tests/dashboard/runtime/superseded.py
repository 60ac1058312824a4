"""The exception that stands for Streamlit's, by which it stops a run for a newer one."""


class SupersededError(Exception):
    """Stands for the exception by which Streamlit stops a run for a newer one."""
