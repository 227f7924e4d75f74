import { totalmem } from 'node:os'
import { readBlobPieces } from '../reads/blobs.ts'
import { largeFileBytes } from '../worktrees/file-rules.ts'
import { git, type GitCall, GitMemoryError, nextPart, nulTerminated, streamGit } from '../git.ts'
import { type TreePath, treePathOf } from '../paths.ts'
import { assertSha } from '../refs.ts'
import { filesOf } from '../reads/tree.ts'
import { isOfExample } from '../scans/made-up.ts'
import { type Scanner, withScanner } from '../scans/scan.ts'
import { type BlobFinding, type Names, ofFile, scanBlobs, scanKey } from '../scans/scan-blobs.ts'
import { searchedPieces } from '../scans/scannable.ts'

/** A secret or forbidden file in some commit. `line` counts from 1 in the version of `commitSha`; 1 for a file. */
export type HistoryFinding = TreePath & { readonly rule: string; readonly commitSha: string; readonly line: number }
/** `current` is in the newest tree, `past` only in older commits, and `example` asks for nothing: see `isMadeUp`. */
export type FindingStatus = 'current' | 'past' | 'example'
/** A finding with what no manifest holds: the visible part of the secret, empty for a file, and its status. */
export type ShownFinding = HistoryFinding & { readonly masked: string; readonly status: FindingStatus }

interface ScanOptions {
  readonly timeoutMs?: number
  /** A commit whose history is not scanned again. */
  readonly since?: string
  /** Memory of git's own process while it lists the history; by default 4 GiB, or half of the machine's. */
  readonly memoryMaxBytes?: number
  /** Bytes that are searched of all files above 1 MiB together; by default 2 GiB. */
  readonly searchedMaxBytes?: number
  /** Bytes of the whole search, each file once for every name; by default 16 GiB, and less for a small history. */
  readonly readMaxBytes?: number
  readonly signal?: AbortSignal
}

// A few minutes of the scanner.
const searchedMaxBytesByDefault = 2 * 1024 ** 3
// A history whose files have many names each is searched once for every name.
const searchedBaseBytes = 1024 ** 3
const searchedTimesMost = 16
const readMaxBytesByDefault = 16 * 1024 ** 3
export const findingsMax = 10_000
const versionsMax = 2_000_000
const versionPathsMaxBytes = 256 * 1024 * 1024
// git holds all changes of a commit before its first output: for a few trees that hold each other, billions of files.
const gitMemoryMaxBytes = Math.min(4 * 1024 ** 3, totalmem() / 2)

/** The history has more versions of files, or larger commits, than a scan can hold. The message is for people. */
export class HistoryTooLargeError extends Error {
  constructor(what = `has more than ${versionsMax} versions of files`) {
    super(`The history ${what}, which is more than Atelier takes.`)
    this.name = 'HistoryTooLargeError'
  }
}

/**
 * The findings in every version of every file that the history of a commit holds, in the order in which they came: the
 * secrets in every byte of them, and files with credentials, large ones, pointers to Git LFS and submodules. Files of
 * more than 1 MiB are searched up to 2 GiB together, and the others are findings themselves. Each (path, blob) once,
 * with the first commit that brought it. Equal for equal commits anywhere; at most 10,000. Throws a `ScanTimeoutError`
 * after `timeoutMs`, by default ten minutes, and a `HistoryTooLargeError`.
 */
export const scanHistory = (
  gitDir: string,
  commitSha: string,
  { timeoutMs = 10 * 60_000, memoryMaxBytes = gitMemoryMaxBytes, since, signal: given, ...limits }: ScanOptions = {},
): Promise<ShownFinding[]> =>
  withScanner({ timeoutMs, signal: given }, async (scanner, signal) => {
    const versions = await versionsOf({ gitDir, signal, memoryMaxBytes }, commitSha, since)
    const found = await scanVersions(scanner, gitDir, versions, { ...limits, signal })
    const newest = new Map((await filesOf(gitDir, commitSha, { signal })).map(({ path, sha }) => [keyOf(path), sha]))
    const statusOf = ({ path, blobSha }: Version, { rule, isMadeUp }: BlobFinding): FindingStatus => {
      if (isMadeUp || isOfExample(rule, path.toString())) return 'example'
      return newest.get(keyOf(path)) === blobSha ? 'current' : 'past'
    }
    return versions
      .flatMap((version) =>
        found(version).map((finding) => ({
          ...treePathOf(version.path),
          rule: finding.rule,
          commitSha: version.commitSha,
          line: finding.line,
          masked: finding.masked,
          status: statusOf(version, finding),
        })),
      )
      .slice(0, findingsMax)
  })

const keyOf = (path: Buffer) => path.toString('latin1')

export interface Version {
  readonly path: Buffer
  readonly blobSha: string
  readonly commitSha: string
  readonly isSubmodule: boolean
}

/** Each (path, blob) of the history with the first commit that brought it, oldest first. */
const versionsOf = async (call: GitCall, commitSha: string, since: string | undefined): Promise<Version[]> => {
  const range = since === undefined ? [commitSha] : [commitSha, since]
  range.forEach(assertSha)
  const changes = ['--raw', '--ignore-submodules=none', '-m', '--root', '--no-renames', '--no-abbrev']
  const order = ['--reverse', '--topo-order']
  const plain = ['--no-show-signature', '--no-notes', '--no-decorate', '--no-mailmap', '--format=%H', '-z']
  const commits = range.map((sha, at) => (at === 0 ? sha : `^${sha}`))
  const running = streamGit(['log', ...changes, ...order, ...plain, ...commits], call)
  running.stdin.end()
  const versions = new Map<string, Version>()
  let pathsBytes = 0
  const parts = nulTerminated(running.stdout)
  let current = ''
  for await (const part of parts) {
    const text = part.toString('latin1').trim()
    if (!text.startsWith(':')) {
      current = text
      continue
    }
    const path = await nextPart(parts)
    const [, mode, , blobSha] = text.split(' ')
    const key = `${blobSha} ${path.toString('latin1')}`
    const isSubmodule = mode === '160000'
    if ((!mode!.startsWith('100') && !isSubmodule) || versions.has(key)) continue
    pathsBytes += path.length
    if (versions.size >= versionsMax || pathsBytes > versionPathsMaxBytes) {
      running.stop()
      throw new HistoryTooLargeError()
    }
    versions.set(key, { path: Buffer.from(path), blobSha: blobSha!, commitSha: current, isSubmodule })
  }
  await running.ended.catch((error: unknown) => {
    if (!(error instanceof GitMemoryError)) throw error
    throw new HistoryTooLargeError('has a commit with too many files, or too deep folders')
  })
  return [...versions.values()]
}

type ScanLimits = Pick<ScanOptions, 'searchedMaxBytes' | 'readMaxBytes'>

const nameOf = (path: Buffer) => path.subarray(path.lastIndexOf(0x2f) + 1).toString()

/** Reads every version, and returns the findings of each. */
const scanVersions = async (
  scanner: Scanner,
  gitDir: string,
  versions: readonly Version[],
  { searchedMaxBytes, readMaxBytes, signal }: ScanLimits & { readonly signal: AbortSignal },
): Promise<(version: Version) => readonly BlobFinding[]> => {
  const names = new Map<string, Set<string>>()
  for (const { path, blobSha, isSubmodule } of versions)
    if (!isSubmodule) names.set(blobSha, (names.get(blobSha) ?? new Set()).add(nameOf(path)))
  const sizes = await sizesOf(gitDir, [...names.keys()], signal)
  const searched = searchedOf(sizes, names, searchedMaxBytes)
  refuseEndless(sizes, names, searched, readMaxBytes)
  const pieces = readBlobPieces(gitDir, [...searched], searchedPieces, signal)
  const found = await scanBlobs(scanner, pieces, names, findingsMax)
  return ({ path, blobSha, isSubmodule }) => {
    if (isSubmodule) return [ofFile('submodule')]
    const isLarge = sizes.get(blobSha)! > largeFileBytes
    return [
      ...(isLarge ? [ofFile('large-file')] : []),
      ...(searched.has(blobSha) ? found(scanKey(blobSha, nameOf(path))) : [ofFile('unsearched-file')]),
    ]
  }
}

/**
 * The blobs that are searched, in their order: all blobs that fit in a piece, and as many larger blobs as fit, the
 * smallest first, each once for every name. Bytes decide and not time, so that every machine finds the same.
 */
const searchedOf = (sizes: ReadonlyMap<string, number>, names: Names, maxBytes = searchedMaxBytesByDefault) => {
  let leftBytes = maxBytes
  const larger = [...sizes]
    .filter(([, sizeBytes]) => sizeBytes > searchedPieces.pieceBytes)
    .sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1))
  const takes = ([sha, sizeBytes]: readonly [string, number]) => (leftBytes -= sizeBytes * names.get(sha)!.size)
  const left = new Set(larger.filter((blob) => takes(blob) < 0).map(([sha]) => sha))
  return new Set([...sizes.keys()].filter((sha) => !left.has(sha)))
}

/** Refuses a scan by the bytes that it would read, and not by the time that it takes. */
const refuseEndless = (
  sizes: ReadonlyMap<string, number>,
  names: Names,
  searched: ReadonlySet<string>,
  readMaxBytes = readMaxBytesByDefault,
) => {
  let storedBytes = 0
  let readBytes = 0
  for (const sha of searched) {
    storedBytes += sizes.get(sha)!
    readBytes += sizes.get(sha)! * names.get(sha)!.size
  }
  const mostBytes = Math.min(readMaxBytes, searchedBaseBytes + searchedTimesMost * storedBytes)
  if (readBytes > mostBytes) throw new HistoryTooLargeError(`has more than ${mostBytes} bytes to look for secrets in`)
}

const sizesOf = async (gitDir: string, shas: readonly string[], signal: AbortSignal) => {
  const { stdout } = await git(['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer'], {
    gitDir,
    signal,
    input: shas.map((sha) => `${sha}\n`).join(''),
    maxOutputBytes: 1024 * 1024 * 1024,
    timeoutMs: 10 * 60_000,
  })
  const lines = stdout.toString('latin1').split('\n')
  return new Map(lines.filter((line) => line !== '').map((line) => [line.slice(0, 40), Number(line.slice(41))]))
}
