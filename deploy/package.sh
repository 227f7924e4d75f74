#!/bin/sh
# Packs an installed folder as an archive, as an npm package and, where dpkg-deb is there, as a Debian package:
# deploy/package.sh INSTALLED FOLDER. bin/package installs into a fresh folder first.
set -eu
installed=$(readlink -f "${1:?Name the folder that deploy/install.sh made}")
out=$(readlink -f "${2:?Name the folder for the packages}")
source=$(dirname "$(dirname "$(readlink -f "$0")")")

# The package brings its own Node, so that any Debian will do.
for node in "$installed/node_modules/.bin/node" "$source/node_modules/.bin/node" "$(command -v node)"; do
  [ -x "$node" ] && [ "$("$node" -p 'process.versions.node.split(".")[0]')" -ge 24 ] && break
  node=
done
if [ -z "$node" ]; then
  echo 'Node.js 24 is not here. Run bin/setup in the repository first, which installs it.' >&2
  exit 1
fi
version=$("$node" -p "require('$installed/package.json').version")
arch=$("$node" -p 'process.arch')

stage=$(mktemp -d "$out/.stage.XXXXXX")
trap 'rm -rf "$stage"' EXIT
trap 'exit 1' HUP INT TERM
program=$stage/opt/atelier
mkdir -p "$stage/opt"
cp -a "$installed" "$program"
if [ ! -x "$program/node_modules/.bin/node" ]; then
  mkdir -p "$program/node_modules/.bin"
  cp "$("$node" -p 'process.execPath')" "$program/node_modules/.bin/node"
fi
# The programs install packages where the list of them is newer than what was installed.
touch -d '2000-01-01' "$program/package-lock.json"

archive=$out/atelier-$version-linux-$arch.tar.gz
tar --create --use-compress-program="gzip -4" --file "$archive.new" --owner=0 --group=0 --transform 's,^atelier,atelier-'"$version"',' \
  --directory "$stage/opt" atelier
mv "$archive.new" "$archive"
echo "$archive"

# An npm package with the same archive, for npx.
npm=$stage/npm/package
mkdir -p "$npm"
cp "$source"/deploy/npm/*.js "$source/LICENSE" "$npm"
ln "$archive" "$npm/program.tar.gz" 2>/dev/null || cp "$archive" "$npm/program.tar.gz"
hash=$(sha256sum "$archive" | cut -c 1-12)
cat >"$npm/package.json" <<JSON
{
  "name": "atelier",
  "version": "$version",
  "license": "MIT",
  "type": "module",
  "engines": { "node": ">=20.11" },
  "os": ["linux"],
  "cpu": ["$arch"],
  "bin": { "atelier": "atelier.js", "atelier-start": "start.js" },
  "archiveHash": "$hash"
}
JSON
tarball=$out/atelier-$version-$arch.tgz
tar --create --use-compress-program="gzip -1" --file "$tarball.new" --owner=0 --group=0 --directory "$stage/npm" package
mv "$tarball.new" "$tarball"
echo "$tarball"
rm -rf "$stage/npm"

if ! command -v dpkg-deb >/dev/null; then
  echo 'dpkg-deb is not installed here, so no Debian package was made.' >&2
  exit 0
fi
case $arch in
x64) debian=amd64 ;;
*) debian=$arch ;;
esac
mkdir -p "$stage/DEBIAN" "$stage/usr/bin" "$stage/lib/systemd/system"
ln -s /opt/atelier/bin/atelier "$stage/usr/bin/atelier"
cp "$source/deploy/atelier.service" "$stage/lib/systemd/system/atelier.service"
chmod 0644 "$stage/lib/systemd/system/atelier.service"
size=$(du -sk "$program" | cut -f 1)
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$debian/" -e "s/@SIZE@/$size/" \
  "$source/deploy/debian/control" >"$stage/DEBIAN/control"
for script in postinst prerm postrm; do
  install -m 0755 "$source/deploy/debian/$script" "$stage/DEBIAN/$script"
done
package=$out/atelier_${version}_$debian.deb
dpkg-deb --build --root-owner-group -Zgzip -z4 "$stage" "$package.new" >/dev/null
mv "$package.new" "$package"
echo "$package"
