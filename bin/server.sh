# Sourced by the programs of this folder, with $root set: $server becomes the program that starts the server. Its sources are
# joined into few files, which start in less than half the time, in a folder with the name of their state: where one of them
# changes, it is another folder. Where they cannot be joined, they run as they are.
joined=$root/node_modules/.atelier-server
state() {
  (cd "$root" && find apps/cli apps/server domains execution platform package-lock.json -type f ! -name '*.test.ts' \
    -printf '%p %s %T@\n' 2>/dev/null | LC_ALL=C sort | sha256sum | cut -c -16)
}
join_sources() {
  "$root/node_modules/.bin/node" "$root/apps/server/build/main.ts" "$joined/$1.$$" || return 1
  # What changed meanwhile may be half in it.
  if [ "$(state)" != "$1" ] || ! mv -T "$joined/$1.$$" "$joined/$1"; then rm -rf "$joined/$1.$$"; fi
  # A server that runs may still read from what it was started from.
  find "$joined" -mindepth 1 -maxdepth 1 -type d ! -name "$1" -mtime +1 -exec rm -rf {} +
}
now=$(state)
server=$joined/$now/server.mjs
# The sum of nothing: a find that cannot tell times lists no file.
if [ "$now" = e3b0c44298fc1c14 ]; then
  server=$root/apps/server/main.ts
elif [ ! -e "$server" ] && [ -w "$root/node_modules" ]; then
  mkdir -p "$joined"
  # Of two at one time, one waits for the other; the kernel gives the lock back however this ends.
  (
    if command -v flock >/dev/null; then flock 8; fi
    [ -e "$server" ] || join_sources "$now"
  ) 8>"$joined/lock" || {
    rm -rf "$joined/$now.$$"
    echo 'The sources of the server could not be joined; the lines above say why. It starts more slowly without.' >&2
  }
fi
[ -e "$server" ] || server=$root/apps/server/main.ts
# What else of the joined sources the server and the tests find, by this name.
unset JOINED_SOURCES
if [ "$server" = "$joined/$now/server.mjs" ]; then export JOINED_SOURCES="$joined/$now"; fi
