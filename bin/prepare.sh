# Sourced by the programs of this folder, with $root set: installs what is missing, and lets Node keep what it compiled.
[ "$root/node_modules/.atelier-setup" -nt "$root/package-lock.json" ] || "$root/bin/setup"

# What is kept there is run: a folder that is not this user's own is not used.
cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/atelier/compiled
[ -d "$cache" ] || (umask 077 && mkdir -p "$cache") 2>/dev/null || true
if [ -z "${NODE_COMPILE_CACHE:-}" ] && [ -O "$cache" ]; then export NODE_COMPILE_CACHE="$cache"; fi
