const mebibyte = 1024 ** 2

const ready = `
  set -f
  export GIT_INDEX_FILE="$PWD/index" GIT_OBJECT_DIRECTORY="$PWD/objects"
  git() { command git "$@" 2>>errors; }
  diff() { git diff-index --no-renames --no-ext-diff --no-textconv --full-index "$@"; }`

/**
 * Prints which files differ from the commit \`$1\`, how many lines of each, and which git does not know: three lists
 * that NUL bytes part, each behind a line with its length. Files that cannot be counted, such as unreadable files, are
 * listed all the same.
 */
export const changesScript = `${ready}
  git update-index -q --refresh >errors || :
  diff --raw -z "$1" >changed
  diff --numstat -z "$1" >counted || :
  git ls-files -z --others --exclude-standard >others
  for list in changed counted others; do
    head -c ${mebibyte} "$list" >cut
    wc -c <cut
    cat cut
  done`

// Takes the file as it is now into the index, a copy. A link is an entry with its target as content: none is followed,
// and files behind one are absent.
const takeFile = `${ready}
  base=$1 most=$2
  path=$(cat; printf x)
  path=\${path%x}
  file="$GIT_WORK_TREE/$path"
  is_here() {
    [ -L "$file" ] || [ -f "$file" ] || return 1
    folder=$path
    while [ "$folder" != "\${folder%/*}" ]; do
      folder=\${folder%/*}
      [ ! -L "$GIT_WORK_TREE/$folder" ] || return 1
    done
  }
  if is_here; then
    if [ -z "$(git ls-files -- "$path")" ] && GIT_LITERAL_PATHSPECS=0 git check-ignore -q --no-index -- "./$path"
    then exit 0; fi
    [ -L "$file" ] || [ "$(stat -c %s -- "$file")" -le "$most" ] || { echo large; exit 0; }
    printf '%s\\0' "$path" | git update-index --add --replace -z --stdin
  else
    printf '%s\\0' "$path" | git update-index --force-remove -z --stdin
  fi`

/** Prints a line and then a plain file of at most \`$2\` bytes, or no more than that line; nothing if it is missing. */
export const fileScript = `${takeFile}
  set -- $(git ls-files --stage -- "$path" | head -n 1)
  case \${1:-} in
    100*) echo whole; git cat-file blob "$2" | head -c $((most + 1)) ;;
  esac`

/** The change to a file since the commit \`$1\`. */
export const patchScript = `${takeFile}
  case $(diff --cached --numstat "$base" -- "$path" | head -n 1) in
    '') ;;
    -*) echo binary ;;
    *) echo whole; diff --cached -p "$base" -- "$path" | head -c $((most + 1)) ;;
  esac`
