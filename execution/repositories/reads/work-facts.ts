import { git, GitError } from '../git.ts'
import { assertSha } from '../refs.ts'
import { fulfilledBy } from './required-version.ts'

/** A line with a mark for work that was put off until a day, or until a version that the project requires by now. */
interface PostponedLine {
  readonly path: string
  readonly line: number
  readonly text: string
  /** The statement of the manifest that fulfils its condition; undefined if its condition is a day. */
  readonly fulfilledBy?: string
}

/** A public function whose lines commits changed, and that no test names, nor its file. */
interface UntestedFunction {
  readonly path: string
  readonly name: string
  /** How many of the last commits changed it. */
  readonly commits: number
}

/** The facts of a commit and of its history that suggest a change. */
export interface WorkFacts {
  readonly postponed: readonly PostponedLine[]
  /** Functions that changed often, the most often changed one first. */
  readonly untested: readonly UntestedFunction[]
}

/** The commits whose changes are counted. */
const historyMost = 300

/** Reads them by git. Facts that git cannot read within its limits are left out. */
export const workFactsOf = async (gitDir: string, commit: string, signal?: AbortSignal): Promise<WorkFacts> => {
  assertSha(commit)
  const place = { gitDir, commit, signal }
  const [postponed, untested] = await Promise.all([noneIfFailed(postponedIn(place)), noneIfFailed(untestedIn(place))])
  signal?.throwIfAborted()
  return { postponed, untested }
}

const noneIfFailed = async <T>(facts: Promise<readonly T[]>): Promise<readonly T[]> =>
  facts.catch((error: unknown) => {
    if (error instanceof GitError) return []
    throw error
  })

interface CommitRef {
  readonly gitDir: string
  readonly commit: string
  readonly signal: AbortSignal | undefined
}

const readMs = 8_000
const outputMostBytes = 16 * 2 ** 20

const ask = async ({ gitDir, signal }: CommitRef, argv: readonly string[]) => {
  // The only pathspecs are the patterns below.
  const environment = { GIT_LITERAL_PATHSPECS: '0' }
  const limits = { exitCodes: [0, 1], maxOutputBytes: outputMostBytes, timeoutMs: readMs, environment }
  return (await git([...argv], { gitDir, signal, ...limits })).stdout.toString('latin1')
}

const marksMost = 20
const lineMostChars = 160
const dueMark =
  '((TODO|FIXME).*(after|until|before|by|from)|([Rr]emove|[Dd]elete|[Dd]rop)( this| it)? (after|from)) [0-9]{4}-[0-9]{2}-[0-9]{2}'

const workMark = 'TODO|FIXME|[Rr]emove|[Rr]eplace|[Ss]implify|[Cc]an be'
const versionMark = '(once|when|after|until|if).*([Dd]rop|[Rr]equire|[Mm]inimum|[Tt]arget|[Oo]nly).* .*[0-9]'

const postponedIn = async (place: CommitRef): Promise<readonly PostponedLine[]> => {
  const [ofDays, ofVersions] = await Promise.all([linesWith(place, dueMark), linesWith(place, workMark, versionMark)])
  const textOf = (path: string) => blobOf(place, path)
  const fulfilled: PostponedLine[] = []
  for (const line of ofVersions) {
    const statement = await fulfilledBy(line, textOf)
    if (statement !== undefined) fulfilled.push({ ...line, fulfilledBy: statement })
  }
  return [...ofDays, ...fulfilled]
}

/** The first lines that have all of the marks. */
const linesWith = async (place: CommitRef, ...marks: readonly string[]): Promise<readonly PostponedLine[]> => {
  const patterns = marks.flatMap((mark) => ['--and', '-e', mark]).slice(1)
  const options = ['-n', '-I', '--full-name', '-m', '5', '-E']
  const printed = await ask(place, ['grep', ...options, ...patterns, place.commit, '--'])
  const rows = Buffer.from(printed, 'latin1').toString('utf8').split('\n', marksMost)
  return rows.flatMap((row) => {
    const [, path, line, text] = /^[0-9a-f]{40}:([^:]+):(\d+):(.*)$/.exec(row) ?? []
    if (path === undefined || isForeign(path)) return []
    return [{ path, line: Number(line), text: text!.trim().slice(0, lineMostChars) }]
  })
}

/** The text of a file as Latin-1; empty if git cannot read it. */
const blobOf = (place: CommitRef, path: string) =>
  ask(place, ['cat-file', 'blob', `${place.commit}:${path}`]).catch(() => '')

const isForeign = (path: string) => /(?:^|\/)(?:node_modules|vendor|third_party|dist)\//.test(path)

const isTest = (path: string) =>
  /(?:^|[/_.-])(?:tests?|specs?|__tests__|testing|e2e|bench|examples?)(?:[/_.-]|$)/i.test(path)

/** How a public function begins at the start of a line, by the end of its file's name. */
const beginnings: Readonly<Record<string, RegExp>> = {
  go: /^func (?:\([^)]{1,80}\) )?([A-Z]\w{2,80})[([]/,
  py: /^(?:async )?def ([a-z]\w{3,80})\(/,
  rs: /^pub (?:(?:const|async|unsafe) ){0,3}fn (\w{4,80})/,
  ...Object.fromEntries(
    ['js', 'mjs', 'ts', 'mts', 'jsx', 'tsx'].map((end) => [
      end,
      /^export (?:(?:default )?(?:async )?function\*? ?(\w{4,80})|const (\w{4,80})(?:: \w{1,80})? = (?:async )?[(<])/,
    ]),
  ),
}

const nameIn = (path: string, line: string) => {
  const found = beginnings[path.slice(path.lastIndexOf('.') + 1)]?.exec(line)
  return found?.[1] ?? found?.[2]
}

/** Files that a test loads without their name. */
const isEntry = (path: string) => /(?:^|\/)(?:index|mod|lib|main|__init__)\.\w{2,3}$/.test(path)

const changesLeast = 4
const judgedMost = 8

const untestedIn = async (place: CommitRef): Promise<readonly UntestedFunction[]> => {
  const ends = Object.keys(beginnings).map((end) => `*.${end}`)
  const plain = ['--no-merges', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv', '--unified=0']
  const walk = ['log', `--max-count=${historyMost}`, '--format=', '--patch', ...plain, place.commit, '--', ...ends]
  const often = countChanges(await ask(place, walk)).filter(({ commits }) => commits >= changesLeast)
  if (often.length === 0) return []
  const tests = (await ask(place, ['ls-tree', '-r', '--name-only', place.commit])).split('\n').filter(isTest)
  const found: UntestedFunction[] = []
  for (const one of often.toSorted((a, b) => b.commits - a.commits).slice(0, judgedMost)) {
    place.signal?.throwIfAborted()
    if (await isUntested(place, one, tests)) found.push(one)
  }
  return found
}

/**
 * The public functions in the headings of a log's hunks, with how often commits changed them. A hunk counts whose first
 * removed line is inside of the function: a hunk that only adds lines may be the next function.
 */
export const countChanges = (log: string): readonly UntestedFunction[] => {
  const counts = new Map<string, UntestedFunction>()
  let path: string | undefined
  let heading: string | undefined
  let changed = new Set<string>()
  for (const line of log.split('\n')) {
    if (line.startsWith('diff --git ')) {
      changed = new Set()
      path = undefined
      heading = undefined
    } else if (line.startsWith('+++ b/')) {
      const named = line.slice('+++ b/'.length)
      path = isTest(named) || isForeign(named) || isEntry(named) ? undefined : named
    } else if (path !== undefined && line.startsWith('@@ ')) {
      heading = line.slice(line.indexOf(' @@ ') + ' @@ '.length)
    } else if (path !== undefined && heading !== undefined && /^-[ \t]/.test(line)) {
      const name = nameIn(path, heading)
      const key = `${path}\n${name}`
      if (name !== undefined && !changed.has(key)) {
        changed.add(key)
        counts.set(key, { path, name, commits: (counts.get(key)?.commits ?? 0) + 1 })
      }
      heading = undefined
    } else if (line.startsWith('-')) heading = undefined
  }
  return [...counts.values()]
}

/**
 * True if the function is still there, other programs of the repository name it or its file, and tests name neither it
 * nor one of these programs, whose tests run it too. Scripts have functions that no other program names. A file with
 * tests of its own has tests.
 */
const isUntested = async (place: CommitRef, { path, name }: UntestedFunction, tests: readonly string[]) => {
  const { commit } = place
  if (tests.length === 0) return false
  const own = await blobOf(place, path)
  if (!own.split('\n').some((line) => nameIn(path, line) === name)) return false
  if (/#\[cfg\(test\)\]|^\s{0,80}(?:\/\/[/!] ?```|>>> )/m.test(own)) return false
  const filesWith = async (words: readonly string[]) => {
    const patterns = words.flatMap((word) => ['-e', word])
    const rows = await ask(place, ['grep', '-l', '-I', '-i', '-w', '-F', ...patterns, commit, '--'])
    return rows.split('\n').map((row) => row.slice(commit.length + 1))
  }
  const isProgram = (one: string) => Object.hasOwn(beginnings, one.slice(one.lastIndexOf('.') + 1))
  const callers = (await filesWith([name, stemOf(path)])).filter((one) => one !== path && isProgram(one))
  if (callers.length === 0 || callers.some((one) => isTest(one) || isEntry(one))) return false
  const stems = [path, ...callers].map(stemOf)
  return (
    !tests.some((one) => stems.some((stem) => one.includes(stem))) &&
    !(await filesWith(stems)).some((one) => isTest(one) && isProgram(one))
  )
}

const stemOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'))
