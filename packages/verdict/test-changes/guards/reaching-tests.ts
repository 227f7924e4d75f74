import { languageOf } from '../languages.ts'
import { sideOf } from '../change.ts'
import { addedHits } from '../hits.ts'
import type { Guard, GuardKind } from './guard.ts'
import { guardsIn } from './places.ts'

const reaching: ReadonlySet<GuardKind> = new Set(['deletion', 'address', 'environment', 'process', 'file'])

/**
 * The places at which a test reaches beyond itself: it removes or writes files outside of temporary folders, reads the
 * environment, starts or changes a process, or names another machine.
 */
const reachesOfTest = (path: string, text: string): readonly Guard[] => {
  const isTemporary = temporaryIn(text, languageOf(path) === 'hash')
  return guardsIn(sideOf(path, text)).filter(
    (place) => reaching.has(place.kind) && !isOnThisMachine(place, text) && !isTemporary(place),
  )
}

/**
 * The places of `after` at which a test reaches beyond itself and did not in `before`, which is empty for a new test. It
 * parses: only a thread that reads outside bytes may import this module.
 */
export const addedReachesOfTest = (path: string, before: string, after: string): readonly Guard[] =>
  addedHits(
    reachesOfTest(path, before).map((place) => ({ place, row: rowOf(before, place) })),
    reachesOfTest(path, after).map((place) => ({ place, row: rowOf(after, place) })),
    ({ place, row }) => `${place.kind} ${row}`,
  ).map(({ place }) => place)

const rowOf = (text: string, { start }: Guard): string => {
  const end = text.indexOf('\n', start)
  return text.slice(start, end === -1 ? undefined : end).slice(0, 500)
}

/** Calls that open the network, without an address of another machine: tests speak to what they start. */
const isOnThisMachine = ({ kind, start, end }: Guard, text: string) =>
  kind === 'address' && !text.slice(start, end).includes('://')

const maker =
  /\b(?:mkdtemp\w*|tmpdir|tempfile|TempDir|MkdirTemp|CreateTemp|tmp_path\w*|mktemp|createTemp\w+|mktmpdir|Tempfile|tempdir\w*|sys_get_temp_dir|tempnam|GetTempPath|TemporaryDirectory|NamedTemporaryFile)\b/
/** Quoted paths outside of the repository, and names of folders that are not temporary. */
const elsewhere =
  /(?<![+] ?)["'`](?:[/~]|[A-Za-z]:\\)[\w.-]|\b(?:homedir|HOME|expanduser|UserHomeDir|home_dir)\b|\bPath[.]home\b|(?<![\w./-])~\//
const upwards = /[.][.](?:["'`/\\]|$)/
const twoPaths = /copy|cp|rename|move|link|mv|ln|install/i

/**
 * Whether a file that a test removes or writes is in a temporary folder: the call names a folder that the test made so,
 * for both files if it has two, and the test names no folder elsewhere.
 */
const temporaryIn = (text: string, isShell: boolean) => {
  const names = elsewhere.test(text) ? [] : temporaryNames(text)
  return (place: Guard): boolean => {
    if (place.kind !== 'deletion' && place.kind !== 'file') return false
    const row = rowOf(text, place)
    if (isShell && /^>>?\s*\/dev\/null\b/.test(row)) return true
    const found = row.match(/\w+/g)?.filter((name) => names.includes(name)) ?? []
    const wanted = twoPaths.test(text.slice(place.start, place.end)) ? 2 : 1
    return maker.test(text.slice(place.start, place.end)) || (found.length >= wanted && !upwards.test(row))
  }
}

const assignment = /(?<!\w)([A-Za-z_]\w*)(?:,\s{0,9}\w{1,40})?(?:\s{0,9}:[^=\n]{1,80})?\s{0,9}:?=(?!=)([^\n]{0,500})/g
const alias = /\b(?:with|using|try)\b([^\n]{0,300})\bas\s+(\w+)/g

/** The names whose values are made of temporary folders alone, in the order of the text. */
const temporaryNames = (text: string): readonly string[] => {
  const given = [...text.matchAll(assignment)].map(([, name, value]) => ({ name: name!, value: value! }))
  const opened = [...text.matchAll(alias)].map(([, value, name]) => ({ name: name!, value: value! }))
  const values = Map.groupBy([...given, ...opened], ({ name }) => name)
  const names = new Set(['tmp_path', 'tmpdir'])
  for (const [name, all] of values)
    if (all.every(({ value }) => maker.test(value) || [...names].some((known) => hasName(value, known))))
      names.add(name)
    else names.delete(name)
  return [...names]
}

const hasName = (text: string, name: string) => text.split(/\W+/).includes(name)
