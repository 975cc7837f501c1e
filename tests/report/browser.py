"""A browser for tests: Chromium, with everything it complains about written down."""

import os
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.tools import chromium_path

PATIENCE = 120_000  # ms to wait for something on a page, where other tests use the cores
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",  # WebGL without a graphics card
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium():
    """Yield a browser."""
    path = chromium_path()
    node = Path(path).resolve().parents[1] / "chromium" / "node"
    if node.is_file():  # Playwright's own does not run here; see install_tools.sh
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Tab:
    """A page with what went wrong in it and what it asked for."""

    def __init__(self, browser, width=1280, height=800, **settings):
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, accept_downloads=True, **settings
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors, self.requests = [], []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _hear(self, said):
        if said.type == "error":
            self.errors.append(f"{said.text} ({said.location['url']})")

    def open(self, address):
        self.page.goto(address)
        self.page.wait_for_selector("html[data-ready]")
        return self.page

    def close(self):
        self.context.close()
