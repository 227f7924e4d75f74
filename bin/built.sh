# Sourced by the programs that run from dist/, with $root set: builds dist/ where it is missing or of another commit.
. "$root/bin/prepare.sh"
. "$root/bin/dist.sh"
if ! is_built; then
  if [ ! -w "$root" ]; then
    echo "What is built in $root is not of its commit, and this user may not write there. Run bin/setup there as its owner." >&2
    exit 1
  fi
  "$root/bin/build"
fi
