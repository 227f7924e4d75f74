# Sourced by the programs of this folder, with $root set: installs what is missing, and sets $node.
[ "$root/node_modules/.atelier-setup" -nt "$root/package-lock.json" ] || "$root/bin/setup"

# An installation on a system with Node 24 has no Node among its packages.
node=$root/node_modules/.bin/node
[ -x "$node" ] || node=node

# Node runs what it finds in its compile cache: a folder that is not this user's own is not used, and none is made without
# a home.
cache=${XDG_CACHE_HOME:-${HOME:-/dev/null}/.cache}/atelier/compiled
[ -d "$cache" ] || (umask 077 && mkdir -p "$cache") 2>/dev/null || true
if [ -z "${NODE_COMPILE_CACHE:-}" ] && [ -O "$cache" ]; then export NODE_COMPILE_CACHE="$cache"; fi
