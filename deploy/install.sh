#!/bin/sh
# Puts the program into a folder, with its packages, without tests and their tools: deploy/install.sh /opt/atelier. The Dockerfile and
# an installation by hand both run it. Nothing there has to be writable for the user who runs the server.
set -eu
target=${1:?Name the folder to install into: deploy/install.sh /opt/atelier}
source=$(dirname "$(dirname "$(readlink -f "$0")")")
mkdir -p "$target"
for part in apps bin deploy docs domains execution migrations platform samples; do
  rm -rf "${target:?}/$part"
  cp -R "$source/$part" "$target/$part"
done
for file in package.json package-lock.json tsconfig.json .npmrc LICENSE README.md CHANGELOG.md; do
  cp "$source/$file" "$target/$file"
done
find "$target/apps" "$target/domains" "$target/execution" "$target/platform" -name '*.test.ts' -delete
# Layers of images keep whole seconds, and by these times the server knows what its sources were joined from.
find "$target" -path "$target/node_modules" -prune -o -type f -exec touch -d "@$(date +%s)" {} +
"$target/bin/setup"
# The console is built, and what remains are tools for tests and checks: a third of the packages by size.
(cd "$target" && npm prune --no-save --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
chmod -R go-w,a+rX "$target"
