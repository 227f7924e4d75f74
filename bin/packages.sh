# Sourced by the programs of this folder, with $root set: joins packages that the command line reads, where that was not done.
if [ ! -e "$root/node_modules/.atelier-packages/stamp" ] && [ -w "$root/node_modules" ]; then
  "$root/node_modules/.bin/node" "$root/apps/cli/build/main.ts" ||
    echo 'Packages of the command line could not be joined; the lines above say why. It starts more slowly without.' >&2
fi
