"""Firefox and WebKitGTK from Debian's packages, driven by their own protocols without further programs or packages.

Playwright drives only builds of these browsers that it downloads itself.
"""

import json
import os
import shutil
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.serving import free_port, is_open, stop_process, wait_for

# The longest wait in seconds for anything. It is long because the machine can be busy; no test measures time.
SECONDS = 180
# WebKitGTK's test browser, below a folder that is named after the processor.
MINI_BROWSER = "lib/*/webkit2gtk-4.*/MiniBrowser"
# There is no graphics card, and drawing each layer by itself without one is slow.
SOFTWARE = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
# Firefox must not contact its maker's servers.
PREFERENCES = {
    "services.settings.server": "data:,",
    "app.normandy.enabled": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}

Action = Mapping[str, Any]


class Firefox:
    """Firefox, driven by WebDriver BiDi.

    errors: the errors that the pages wrote to the console; WebKit does not report them.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self.errors: list[str] = []
        self._connection = connection
        self._last_id = 0
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": 1280, "height": 900})

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, script: str) -> Any:
        """Return what the body of a JavaScript function returns."""
        text = f"JSON.stringify((() => {{ {script} }})())"
        answer = self._ask("script.evaluate", expression=text, target={"context": self._tab}, awaitPromise=False)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def act(self, pointer: str, actions: Sequence[Action]) -> None:
        source = {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": actions}
        self._ask("input.performActions", context=self._tab, actions=[source])

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._last_id += 1
        self._connection.send(json.dumps({"id": self._last_id, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._connection.recv(timeout=SECONDS))
            if message.get("id") == self._last_id:
                assert message["type"] == "success", message
                return message["result"]
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])


class WebKit:
    def __init__(self, port: int, browser: str) -> None:
        self.errors: list[str] = []
        self._address = f"http://127.0.0.1:{port}/session"
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        self._address += "/" + self._ask("", capabilities={"alwaysMatch": options})["sessionId"]

    def go(self, url: str) -> None:
        self._ask("/url", url=url)

    def run(self, script: str) -> Any:
        return self._ask("/execute/sync", script=script, args=[])

    def act(self, pointer: str, actions: Sequence[Action]) -> None:
        source = {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": actions}
        self._ask("/actions", actions=[source])

    def close(self) -> None:
        self._ask("", method="DELETE")

    def _ask(self, path: str, method: str = "POST", **parameters: Any) -> Any:
        body = json.dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(self._address + path, body, method=method)  # noqa: S310 (loopback)
        with urllib.request.urlopen(request, timeout=SECONDS) as response:  # noqa: S310
            return json.load(response)["value"]


Engine = Firefox | WebKit


def missing_programs(name: str) -> str | None:
    needs: dict[str, tuple[Sequence[object], str]] = {
        "firefox": ([shutil.which("firefox-esr")], "firefox-esr"),
        "webkit": ([shutil.which("WebKitWebDriver"), shutil.which("Xvfb"), _mini_browser()], "webkit2gtk-driver xvfb"),
    }
    programs, packages = needs[name]
    return None if all(programs) else f"no {name} on this machine (apt-get install {packages})"


@contextmanager
def open_engine(name: str) -> Iterator[Engine]:
    with ExitStack() as stack:
        yield _start_firefox(stack) if name == "firefox" else _start_webkit(stack)


def _start_firefox(stack: ExitStack) -> Firefox:
    profile = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
    lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines))
    port = free_port()
    options = ["--headless", "--no-remote", "--profile", str(profile), f"--remote-debugging-port={port}"]
    _start(stack, ["firefox-esr", *options], port)
    return Firefox(stack.enter_context(connect(f"ws://127.0.0.1:{port}/session", max_size=None, ping_interval=None)))


def _start_webkit(stack: ExitStack) -> WebKit:
    # The virtual screen reports the number that it has chosen.
    screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    display = subprocess.Popen(screen, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    stack.callback(stop_process, display)
    assert display.stdout
    with display.stdout as output:
        number = output.readline().strip()
    port = free_port()
    _start(stack, ["WebKitWebDriver", f"--port={port}"], port, {"DISPLAY": f":{number}", **SOFTWARE})
    browser = WebKit(port, str(_mini_browser()))
    stack.callback(browser.close)
    return browser


def _start(stack: ExitStack, command: list[str], port: int, environment: Mapping[str, str] | None = None) -> None:
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=os.environ | (environment or {}), **quiet)
    stack.callback(stop_process, process)
    wait_for(lambda: is_open(port))


def _mini_browser() -> Path | None:
    return next(Path("/usr").glob(MINI_BROWSER), None)
