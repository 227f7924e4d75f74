#!/bin/sh
# Puts the program into a folder, with its packages and without tests: deploy/install.sh /opt/atelier. The Dockerfile and
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
"$target/bin/setup"
# The schema of Factur-X is EUPL-1.2 and for the tests alone, with what its package brings.
for package in @stackforge-eu libxml2-wasm pdf-lib; do rm -rf "$target/node_modules/$package"; done
chmod -R go-w,a+rX "$target"
