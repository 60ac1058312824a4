"""Load of many simultaneous visitors over the websocket that browsers use: ``python -m benchmarks.load``."""

import logging

# Importing the list of pages outside the app makes Streamlit warn that caches are in memory, as they are in the app too.
logging.getLogger("streamlit.runtime.caching.cache_data_api").disabled = True
