// Says that it is another version, and leaves the work to the Node of the machine.
const otherNode = `#!/bin/sh
[ "$1" = --version ] && { echo v20.1.0; exit; }
IFS=:
for folder in $PATH; do
  case "$folder" in */tools/bin) ;; *) [ -x "$folder/node" ] && exec "$folder/node" "$@" ;; esac
done
`

/** The packages of a Node 20.1.0 in a registry, for each architecture. */
export const otherNodes = ['x64', 'arm64'].map((arch) => ({
  name: `node-linux-${arch}`,
  version: '20.1.0',
  bin: { node: 'node.sh' },
  files: { 'node.sh': otherNode },
}))
