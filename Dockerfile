# The app alone, on port 8501; deploy/compose.yaml puts a proxy before it. The version of Python is the one .ci/run checks.
# The digest is that of the image for all kinds of processors. docs/deploying.md says how to renew it.
FROM python:3.11-slim@sha256:90744cff8f32887f075c47d747a173ff333e9e98801667af93c357fa9f5e28ff

RUN useradd --system --uid 10001 --no-create-home boardodds
WORKDIR /app
COPY requirements.lock .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock
COPY . .
# compiled now: the user below may not write here
RUN python -m compileall -q app.py boardodds pages
# what visitors ask for is kept in a volume, if there is one
RUN mkdir /results && chown 10001 /results

USER 10001
# one thread for linear algebra: its matrices are small, and threads that wait for each other are slow beside busy neighbours;
# few arenas for memory, which otherwise stays with each of the many threads that once used it; a closed door as the way outside,
# where Streamlit asks for its own address when a page of another site wants to connect, and all wait for the answer
ENV BOARDODDS_RESULTS=/results \
    OPENBLAS_NUM_THREADS=1 \
    MALLOC_ARENA_MAX=2 \
    HTTP_PROXY=http://127.0.0.1:9 \
    HTTPS_PROXY=http://127.0.0.1:9 \
    NO_PROXY=127.0.0.1 \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_PORT=8501 \
    STREAMLIT_SERVER_HEADLESS=true \
    STREAMLIT_SERVER_FILE_WATCHER_TYPE=none
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", \
    "from os import environ as e; from urllib.request import urlopen; base = e.get('STREAMLIT_SERVER_BASE_URL_PATH', '').strip('/'); urlopen(f'http://127.0.0.1:{e[\"STREAMLIT_SERVER_PORT\"]}/' + f'{base}/health'.lstrip('/'), timeout=4)"]
CMD ["streamlit", "run", "app.py"]
