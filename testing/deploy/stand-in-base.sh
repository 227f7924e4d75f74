#!/bin/sh
# Makes a stand-in for the base image of the Dockerfile where no registry of images is reachable: Debian from its packages,
# with the Node of this checkout and npm, in Docker, or in the local storage of Podman where no Docker answers. As root, with
# debootstrap:
# testing/deploy/stand-in-base.sh [MIRROR]
set -eu
engine=podman
docker info >/dev/null 2>&1 && engine=docker
mirror=${1:-http://deb.debian.org/debian}
root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
system=$work/system
debootstrap --variant=minbase --include=ca-certificates bookworm "$system" "$mirror" >&2
cp "$root/node_modules/node/bin/node" "$system/usr/local/bin/node"
mkdir -p "$system/usr/local/lib/node_modules"
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
cp -R "$npm" "$system/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$system/usr/local/bin/npm"
# Certificates that this machine trusts beside those of Debian.
find /usr/local/share/ca-certificates -name '*.crt' -exec cp {} "$system/usr/local/share/ca-certificates/" \;
chroot "$system" update-ca-certificates >&2
# Debian's own slim images have no caches, pages or translations either, and make none later.
rm -rf "$system"/var/cache/apt/*.bin "$system"/var/cache/apt/archives/*.deb "$system"/var/lib/apt/lists/*
printf 'Dir::Cache::%s "";\n' pkgcache srcpkgcache >"$system/etc/apt/apt.conf.d/docker-clean"
printf '%s\n' 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb"; };' >>"$system/etc/apt/apt.conf.d/docker-clean"
for pages in doc info locale man; do
  rm -rf "$system/usr/share/$pages"
  printf 'path-exclude /usr/share/%s/*\n' "$pages" >>"$system/etc/dpkg/dpkg.cfg.d/docker"
done
certificates=/etc/ssl/certs/ca-certificates.crt
tar --create --directory "$system" . | "$engine" import --change "ENV NODE_EXTRA_CA_CERTS=$certificates" \
  --change "ENV NPM_CONFIG_CAFILE=$certificates" - docker.io/library/node:24-bookworm-slim
