import { findingOn, shownMost, type Change, type FileChange, type Finding } from '../change.ts'
import { changedLines, sayLines } from '../changed-lines.ts'
import { isEvidence } from '../test-paths.ts'

/** Files that are more than their text: executable ones, links, binaries that programs load, and what tools or others write. */
export const fileForms = ({ files }: Change): Finding[] =>
  files.flatMap((file) => formOf(file) ?? []).slice(0, shownMost)

const formOf = (file: FileChange): Finding | undefined =>
  modeOf(file) ?? linkOf(file) ?? binaryOf(file) ?? foreignOf(file)

const scripts =
  /[.](?:sh|bash|zsh|fish|py|rb|pl|php|js|mjs|cjs|ts|mts|bats|cmd|bat|ps1|awk|lua|tcl|r)$|(?:^|\/)(?:gradlew|mvnw|configure|[^./]+)$/i

/** A mode is the whole change of a file, or makes a file executable. */
const modeOf = ({ path, text }: FileChange): Finding | undefined => {
  const { kind, modeAfter, before, after } = text
  const isRun = modeAfter === '100755'
  const isSame = kind === 'modified' && before !== undefined && before === after
  if (isSame && isRun) return findingOn(path, 'file_mode_changed', `“${path}” can be run as a program now.`)
  const isScript = after === undefined || after.startsWith('#!') || scripts.test(path)
  return isRun && kind === 'added' && !isScript
    ? findingOn(path, 'file_mode_changed', `“${path}” can be run as a program, and is none by its name.`)
    : undefined
}

const linkOf = ({ path, text: { modeAfter, after, before } }: FileChange): Finding | undefined =>
  modeAfter === '120000' && after !== before
    ? findingOn(path, 'link_changed', `“${path}” is a link to “${(after ?? '').slice(0, 120)}”.`)
    : undefined

const loaded =
  /[.](?:wasm|node|so(?:[.]\d+)*|dll|dylib|exe|com|msi|bin|jar|war|class|pyc|pyo|pyd|whl|egg|phar|gem|nupkg|a|o|lib|deb|rpm|apk|dmg|zip|tgz|tar(?:[.]\w+)?|gz|xz|7z|pkl|pickle|joblib|pt|onnx|h5|sqlite3?|db)$/i

/** A binary that programs load or run. */
const binaryOf = ({ path, text: { kind, after } }: FileChange): Finding | undefined =>
  kind !== 'deleted' && after === undefined && loaded.test(path) && !isEvidence(path)
    ? findingOn(
        path,
        'binary_changed',
        `“${path}” is no text that anybody can read, and programs load or run such files.`,
      )
    : undefined

const written =
  /(?:^|\/)(?:dist|vendor|vendors|third[_-]party|bower_components|node_modules)\/|[.](?:min|bundle)[.][cm]?(?:js|css)$/

/** A line in a file that a tool writes, or that another project wrote. */
const foreignOf = (file: FileChange): Finding | undefined => {
  const { path, text } = file
  if (!written.test(path) || text.kind === 'deleted') return undefined
  const first = sayLines(path, changedLines(file))
  if (!first) return undefined
  const reason = `${first.sentence} A tool or another project writes such files.`
  return { ...findingOn(path, 'built_file_changed', reason), line: first.line }
}
