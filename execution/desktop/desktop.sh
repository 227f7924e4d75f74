# Inside a sandbox: a screen without a monitor, with a window manager, a terminal and a browser.
# Usage: sh desktop.sh BROWSER, an empty word for none. Prints “ready” once programs can draw.
set -u
browser=$1
export DISPLAY=:7
rm -f /tmp/.X7-lock /tmp/.X11-unix/X7
mkdir -p -m 1777 /tmp/.X11-unix
Xvfb "$DISPLAY" -screen 0 1280x800x24 -nolisten tcp -noreset 2>/dev/null &
screen=$!
tries=0
until [ -S /tmp/.X11-unix/X7 ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 150 ] || ! kill -0 "$screen" 2>/dev/null; then
    echo "The screen did not start." >&2
    exit 1
  fi
  sleep 0.1
done
openbox >/dev/null 2>&1 &
xterm -geometry 90x26+24+40 -fa Monospace -fs 10 -e bash >/dev/null 2>&1 &
if [ -n "$browser" ]; then
  # The sandbox around it is the one that confines it.
  "$browser" --no-sandbox --test-type --disable-gpu --disable-dev-shm-usage --no-first-run --no-default-browser-check \
    --disable-background-networking --disable-component-update --disable-sync --mute-audio --password-store=basic \
    --user-data-dir=/tmp/desktop-browser --window-position=480,80 --window-size=760,640 about:blank >/dev/null 2>&1 &
fi
echo ready
wait "$screen"
