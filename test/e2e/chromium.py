"""Chromium without a window, driven over the pipe of its DevTools protocol."""
import base64
import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
import time

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-breakpad", "--disable-dev-shm-usage", "--hide-scrollbars",
         "--remote-debugging-pipe")
SECONDS = 30  # for an answer
CODES = {"Enter": 13, "Escape": 27}  # keys with which the browser itself does something


class Page:
    """A page: what it is told, and what happens in it."""

    def __init__(self, to, back):
        self.to, self.back = to, back
        self.number, self.rest, self.events = 0, b"", []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.tell(f"{domain}.enable")

    def read(self):
        end = time.monotonic() + SECONDS
        while b"\0" not in self.rest:
            if not select.select([self.back], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("chromium says nothing")
            self.rest += os.read(self.back, 1 << 20)
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def call(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def tell(self, method, **params):
        return self.call(method, self.session, **params)

    def open(self, url):
        self.events.clear()
        self.tell("Page.navigate", url=url)
        end = time.monotonic() + SECONDS
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.read())
            if time.monotonic() > end:
                raise TimeoutError(url)

    def ask(self, expression):
        """The value of an expression of JavaScript, or of what it promises."""
        done = self.tell("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in done:
            raise RuntimeError(f"{expression}: {done['exceptionDetails']}")
        return done["result"].get("value")

    def press(self, key, text=""):
        """A key; `text` is what it types."""
        for kind in ("keyDown", "keyUp"):
            self.tell("Input.dispatchKeyEvent", type=kind, key=key,
                      **({"text": text} if text and kind == "keyDown" else {}),
                      **({"windowsVirtualKeyCode": CODES[key]} if key in CODES else {}))

    def size(self, width, height, mobile=False):
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=mobile)

    def prefer(self, scheme):
        self.tell("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path, top=0, height=None):
        """The page as a PNG, from a line of pixels on."""
        content = self.tell("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": top, "width": content["width"],
                "height": min(height or content["height"], content["height"] - top), "scale": 1}
        shot = self.tell("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        with open(path, "wb") as out:
            out.write(base64.b64decode(shot["data"]))

    def requests(self):
        """The addresses that were asked for since the page was opened."""
        return [e["params"]["request"]["url"] for e in self.events
                if e.get("method") == "Network.requestWillBeSent"]

    def complaints(self):
        """What went wrong: errors of scripts, and what the policy refused."""
        return [e["params"] for e in self.events
                if e.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]


@contextlib.contextmanager
def page(program="chromium"):
    """A browser with one page, ended at the end with all that it started."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        there, to = os.pipe()
        back, here = os.pipe()
        command = ["sh", "-c", f'exec "$@" 3<&{there} 4>&{here}', "sh", program, *FLAGS,
                   f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, pass_fds=(there, here),
                                   start_new_session=True)
        os.close(there)
        os.close(here)
        try:
            yield Page(to, back)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            os.close(to)
            os.close(back)
