# Sourced by programs of this folder, with $root set: whether dist/ is built from the commit that is checked out.

# Empty outside a git checkout, and in one that belongs to another user: what is built there is used as it is.
head_commit() {
  if [ -e "$root/.git" ]; then git -C "$root" rev-parse HEAD 2>/dev/null || true; fi
}

is_built() {
  built=$(cat "$root/dist/commit" 2>/dev/null) || return 1
  head=$(head_commit)
  [ -z "$head" ] || [ "$head" = "$built" ]
}
