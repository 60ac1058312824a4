"""Many visitors at once, over the websocket that browsers use: ``python -m benchmarks.load``."""

import logging

# the list of pages is read outside the app, where Streamlit warns that caches live in memory, as they do in it
logging.getLogger("streamlit.runtime.caching.cache_data_api").disabled = True
