import {
  comparedMost,
  comparisons,
  emptyTree,
  pathspecOf,
  rawChange,
  readBeginning,
  readPatch,
  safeDiffOptions,
  type RawChange,
} from './compare.ts'
import { mergeBase } from '../commits/commits.ts'
import { nulTerminated, streamGit } from '../git.ts'
import { ignoredAt } from '../worktrees/ignored.ts'
import { bytesOf, forbiddenPath, treePathOf, utf8Of } from '../paths.ts'
import { assertSha } from '../refs.ts'
import type { FilePatch, FilePatchOptions } from './repository-reads.ts'

/** The change to a file by `head` since `base`, with its old name; undefined if it is unchanged or ignored. */
export const filePatch = async (
  gitDir: string,
  { base, head, path, maxBytes, isDirect = false }: FilePatchOptions,
  signal?: AbortSignal,
): Promise<FilePatch | undefined> => {
  const wanted = bytesOf(path)
  if (forbiddenPath(wanted) !== undefined) return undefined
  const since = isDirect ? base : ((await mergeBase(gitDir, base, head, signal)) ?? emptyTree)
  const change = await comparisons(() => findChange(gitDir, since, head, wanted, signal))
  if (!change || (await hiddenChanges(gitDir, { since, head }, [change], signal)).size > 0) return undefined
  if (await isBinary(gitDir, change, signal)) return { text: undefined, binary: true }
  return comparisons(() => patchOf(gitDir, { since, head }, change, maxBytes, signal))
}

interface Between {
  /** A commit or a tree. */
  readonly since: string
  readonly head: string
}

interface Side {
  readonly path: Buffer
  readonly from?: Buffer | undefined
  readonly modeBefore: string
  readonly modeAfter: string
}

const absent = '000000'

/** Changes to files that git ignores at their place: their present paths, as latin1. */
export const hiddenChanges = async (
  gitDir: string,
  { since, head }: Between,
  changes: readonly Side[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const before = changes.filter(({ modeBefore }) => modeBefore !== absent)
  const after = changes.filter(({ modeAfter }) => modeAfter !== absent)
  const pathBefore = ({ path, from }: Side) => from ?? path
  const pathsAfter = after.map(({ path }) => path)
  const [ignoredBefore, ignoredAfter] = await Promise.all([
    ignoredAt(gitDir, since, before.map(pathBefore), signal),
    ignoredAt(gitDir, head, pathsAfter, signal),
  ])
  const hidden = [
    ...before.filter((change) => ignoredBefore.has(pathBefore(change).toString('latin1'))),
    ...after.filter(({ path }) => ignoredAfter.has(path.toString('latin1'))),
  ]
  return new Set(hidden.map(({ path }) => path.toString('latin1')))
}

const findChange = async (gitDir: string, since: string, head: string, wanted: Buffer, signal?: AbortSignal) => {
  ;[since, head].forEach(assertSha)
  const argv = [...comparedMost, 'diff-tree', '-r', '-z', '--raw', ...safeDiffOptions, since, head]
  const running = streamGit(argv, { gitDir, signal })
  running.stdin.end()
  const parts = nulTerminated(running.stdout)
  for await (const part of parts) {
    const change = await rawChange(part.toString('latin1'), parts)
    if (!change.path.equals(wanted)) continue
    running.stop()
    return change
  }
  await running.ended
  return undefined
}

const none = '0'.repeat(40)
// As git does. Source: git's xdiff-interface.c, buffer_is_binary.
const lookedAtBytes = 8_000

/** Whether a side begins as no text does. Git itself calls each file binary that is too large for it to compare. */
const isBinary = async (gitDir: string, { shaBefore, shaAfter }: RawChange, signal?: AbortSignal) => {
  for (const sha of [shaBefore, shaAfter].filter((each) => each !== none))
    if ((await beginningOf(gitDir, sha, signal)).includes(0)) return true
  return false
}

const beginningOf = async (gitDir: string, sha: string, signal?: AbortSignal): Promise<Buffer> => {
  assertSha(sha)
  const beginning = await readBeginning(['cat-file', 'blob', sha], { gitDir, signal }, lookedAtBytes)
  return beginning.subarray(0, lookedAtBytes)
}

const patchOf = async (
  gitDir: string,
  { since, head }: Between,
  { path, from }: RawChange,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<FilePatch> => {
  // An argument is text: without its old name, if either is not text, a renamed file reads as a new file.
  const texts = [from, path].flatMap((name) => (name && utf8Of(name)) ?? [])
  const isText = utf8Of(path) !== undefined
  const { argv: names, environment } = isText
    ? { argv: ['--', ...texts], environment: {} }
    : pathspecOf(treePathOf(path))
  const argv = [...comparedMost, 'diff-tree', '-r', '-p', ...safeDiffOptions, since, head, ...names]
  const found = await readPatch(argv, { gitDir, environment, signal }, maxBytes)
  const text = isText ? found.text : ownPart(found.text, path)
  const { truncated } = found
  const isLarge = truncated || /^Binary files .* differ$/m.test(text.slice(0, text.indexOf('\n@@')))
  return { text: isLarge ? undefined : text, binary: false }
}

/** The part of a patch that is of a path which is no text: a pattern may have matched others, which differ in a byte. */
const ownPart = (patch: string, path: Buffer): string => {
  const named = `"b/${quoted(path)}"`
  return patch.split(/^(?=diff --git )/m).find((part) => part.slice(0, part.indexOf('\n')).endsWith(named)) ?? ''
}

/** As git quotes a path in a patch. Source: git's quote.c. */
const quoted = (path: Buffer): string =>
  path
    .toString('latin1')
    .replace(/["\\]/g, String.raw`\$&`)
    .replace(/[^ -~]/g, (byte) => escapes[byte] ?? `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)

const escapes: Readonly<Record<string, string>> = {
  '\x07': String.raw`\a`,
  '\b': String.raw`\b`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\v': String.raw`\v`,
  '\f': String.raw`\f`,
  '\r': String.raw`\r`,
}
