import pLimit from 'p-limit'
import { availableParallelism } from 'node:os'
import { decodeLines } from '../../../packages/charsets/index.ts'
import { mergeBase, sameFiles } from '../commits/commits.ts'
import { type GitCall, nextPart, nulTerminated, streamGit } from '../git.ts'
import { bytesOf, forbiddenPath, type TreePath, treePathOf } from '../paths.ts'
import { assertSha } from '../refs.ts'
import { commitCache } from '../packs/commit-cache.ts'
import type { ChangedFile, ChangeKind, CompareOptions, Comparison } from './changed-file.ts'
import type { Patch, PatchOptions } from '../repositories.ts'

export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const kinds: Readonly<Record<string, ChangeKind>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  T: 'type_changed',
}
// A reader waits for the answer, however slow git compares the texts.
const comparingMs = 2 * 60_000
// Git takes a hundred bytes for each line of both sides: a file of line breaks would take it to gigabytes.
export const comparedMost = ['-c', 'core.bigFileThreshold=4m']
export const comparisons = pLimit(availableParallelism())
export const safeDiffOptions = ['--no-ext-diff', '--no-textconv', '--find-renames', '--full-index']

/** The changes of `head` since it left `base`. With `isDirect`, the difference between their files. */
export const compare = async (
  gitDir: string,
  { base, head, maxFiles = 3000, isDirect = false }: CompareOptions,
  signal?: AbortSignal,
): Promise<Comparison> => {
  const since = isDirect ? base : await mergeBase(gitDir, base, head, signal)
  const files = await changedFiles(gitDir, since ?? emptyTree, head, maxFiles + 1, signal)
  return { mergeBase: since, files: files.slice(0, maxFiles), truncated: files.length > maxFiles }
}

export interface RawChange {
  readonly kind: ChangeKind
  readonly path: Buffer
  readonly from: Buffer | undefined
  readonly modeBefore: string
  readonly modeAfter: string
  readonly shaBefore: string
  readonly shaAfter: string
}

/** The files that differ between two commits or trees, in the order of git, at most `maxFiles`. */
export const changedFiles = async (
  gitDir: string,
  before: string,
  after: string,
  maxFiles: number,
  signal?: AbortSignal,
): Promise<readonly ChangedFile[]> => {
  ;[before, after].forEach(assertSha)
  const pair = [before, after].map((sha) => sameFiles(gitDir, sha))
  const known = knownChanges.get(gitDir, pair)
  if (known && known.length < maxFiles) return known
  const files = await comparisons(() => listChanges(gitDir, before, after, maxFiles, signal))
  if (files.length < maxFiles) knownChanges.set(gitDir, pair, files)
  return files
}

// In files: some 4 MB of them.
const knownChanges = commitCache<readonly ChangedFile[]>(10_000, (files) => files.length)

const listChanges = async (gitDir: string, before: string, after: string, maxFiles: number, signal?: AbortSignal) => {
  const running = streamGit(
    [...comparedMost, 'diff-tree', '-r', '-z', '--raw', '--numstat', ...safeDiffOptions, before, after],
    { gitDir, timeoutMs: comparingMs, signal },
  )
  running.stdin.end()
  const parts = nulTerminated(running.stdout)
  const changes = new Map<string, RawChange>()
  const files: ChangedFile[] = []
  for await (const part of parts) {
    if (part[0] === 0x3a) {
      const change = await rawChange(part.toString('latin1'), parts)
      changes.set(change.path.toString('latin1'), change)
    } else {
      files.push(await countedChange(part, parts, changes))
      if (files.length >= maxFiles) break
    }
  }
  if (files.length >= maxFiles) running.stop()
  else await running.ended
  return files
}

// “:100644 100755 sha sha M”, then the path; a rename has two. Source: git-diff-tree(1), “raw output format”.
export const rawChange = async (line: string, parts: AsyncIterator<Buffer, void>): Promise<RawChange> => {
  const [modeBefore, modeAfter, shaBefore, shaAfter, letter] = line.slice(1).split(' ')
  const kind = kinds[letter?.[0] ?? '']
  if (!kind) throw new Error(`git reports a change of a kind that is not known: ${line}`)
  const first = await nextPart(parts)
  const isRename = kind === 'renamed'
  return {
    kind,
    path: isRename ? await nextPart(parts) : first,
    from: isRename ? first : undefined,
    modeBefore: modeBefore!,
    modeAfter: modeAfter!,
    shaBefore: shaBefore!,
    shaAfter: shaAfter!,
  }
}

// “12⇥3⇥path”, “-⇥-⇥path” for a binary file; a rename has an empty path, and both follow.
const countedChange = async (line: Buffer, parts: AsyncIterator<Buffer, void>, changes: Map<string, RawChange>) => {
  const afterAdditions = line.indexOf(0x09)
  const afterDeletions = line.indexOf(0x09, afterAdditions + 1)
  let path = line.subarray(afterDeletions + 1)
  if (path.length === 0) {
    await nextPart(parts)
    path = await nextPart(parts)
  }
  const change = changes.get(path.toString('latin1'))
  if (!change) throw new Error('git counted the lines of a file that it did not list')
  const additions = line.subarray(0, afterAdditions).toString()
  const binary = additions === '-'
  return {
    ...treePathOf(path),
    kind: change.kind,
    ...(change.from ? { from: treePathOf(change.from) } : {}),
    additions: binary ? undefined : Number(additions),
    deletions: binary ? undefined : Number(line.subarray(afterAdditions + 1, afterDeletions).toString()),
    binary,
    modeBefore: change.modeBefore,
    modeAfter: change.modeAfter,
  }
}

/** The patch of `compare`, or for a file in it, cut after `maxBytes` at the end of a line. Binary files are named. */
export const patch = async (gitDir: string, options: PatchOptions): Promise<Patch> => {
  if (options.path && forbiddenPath(bytesOf(options.path)) !== undefined) return { text: '', truncated: false }
  const since = (await mergeBase(gitDir, options.base, options.head)) ?? emptyTree
  const { argv, environment } = pathspecOf(options.path)
  const call = { gitDir, environment, timeoutMs: comparingMs }
  const command = [...comparedMost, 'diff-tree', '-r', '-p', ...safeDiffOptions, since, options.head, ...argv]
  return comparisons(() => readPatch(command, call, options.maxBytes))
}

/** Standard output of git, cut after `maxBytes` at the end of a line. */
export const readPatch = async (command: readonly string[], call: GitCall, maxBytes: number): Promise<Patch> => {
  const text = await readBeginning(command, call, maxBytes)
  if (text.length <= maxBytes) return { text: decodeLines(text), truncated: false }
  return { text: decodeLines(text.subarray(0, text.lastIndexOf(0x0a, maxBytes - 1) + 1)), truncated: true }
}

/** Standard output of git; of more than `maxBytes`, the beginning, which is longer than so many. */
export const readBeginning = async (command: readonly string[], call: GitCall, maxBytes: number): Promise<Buffer> => {
  const running = streamGit(command, call)
  running.stdin.end()
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of running.stdout as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) break
  }
  if (sizeBytes <= maxBytes) await running.ended
  else running.stop()
  return Buffer.concat(chunks)
}

/** A path for git. An argument is text, so that other bytes are matched as “any byte”. */
export const pathspecOf = (path: TreePath | undefined): { argv: string[]; environment: Record<string, string> } => {
  if (!path) return { argv: [], environment: {} }
  if (path.path !== undefined) return { argv: ['--', path.path], environment: {} }
  const pattern = bytesOf(path)
    .toString('latin1')
    .replace(/[*?[\\]/g, '\\$&')
    .replace(/[\x80-\xff]/g, '?')
  return { argv: ['--', `:(glob)${pattern}`], environment: { GIT_LITERAL_PATHSPECS: '0' } }
}
