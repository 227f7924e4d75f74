# Sourced by the programs of this folder, with $root set: builds the console where its sources are newer than what is built.
built="$root/node_modules/.atelier-console/stamp"
newer() {
  [ -e "$built" ] || return 0
  [ -n "$(find "$root/apps/console" "$root/platform/client" "$root/platform/contract" "$root"/domains/*/*/contract* \
    "$root"/domains/*/*/rules* "$root/package-lock.json" -newer "$built" ! -name '*.test.ts' -print -quit)" ]
}
if newer; then
  if [ -w "$root/node_modules" ]; then
    # What has a console from before, and everything but the console, works without it.
    "$root/node_modules/.bin/node" "$root/apps/console/build/main.ts" ||
      echo 'The console could not be built; the lines above say why. The server works without it.' >&2
  elif [ ! -e "$built" ]; then
    echo "The console is not built, and this user may not write in $root. Run bin/setup there as its owner." >&2
  fi
fi
