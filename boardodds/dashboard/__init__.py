"""The dashboard: everything that needs Streamlit."""
