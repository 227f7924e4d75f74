import {
  TreeTooLargeError,
  withScanner,
  type ChangedFile,
  type Comparison,
  type Repositories,
  type TreePath,
  type FileAt,
  type Scanner,
  scannable,
  searchedPieces,
} from '../../../execution/repositories/index.ts'
import { isLockFile } from '../../../execution/setup/index.ts'
import type { CheckRow } from '../checks/index.ts'
import { faultsIn, type ReviewedFile } from './review.ts'
import { newlyPassingFiles } from './verdict.ts'
import {
  type ChangedText,
  type Finding,
  followedPaths,
  type HealedTests,
  isTestPath,
  type JudgingTexts,
} from '../../../packages/verdict/index.ts'
import { untestedValues } from './untested-values.ts'
import { documentsReadByPrograms } from './read-documents.ts'
import { findWeakeningInThread } from './find-weakening-in-thread.ts'
import { readTextFiles, comparedMost, nameOf, textIn, type TaskWork } from '../workbench/index.ts'

const textMostBytes = 1_048_576
// A lock file of a large project is larger than any text that people write.
const lockMostBytes = 8 * 1_048_576
// The limit in all; more than this is not held in memory.
const textsMostChars = 16 * 1_048_576
const scanMs = 120_000

/**
 * The faults of the files that a task changed, how they weaken what would prove it, and the values of the request that
 * no test has: decisions/0285.
 */
export const faultsOf = async (
  repositories: Repositories,
  work: TaskWork,
  { compared: { files, truncated }, kept, checks, accepted, signal }: FaultsInput,
) => {
  const { id } = work.repository
  const commits = { base: work.task.baseSha!, head: work.task.headSha! }
  if (truncated) return { faults: [tooMany], weakening: [], untested: [] }
  const pathFaults = await repositories.newPathFaults(id, commits, signal).catch(asFault)
  const faults = pathFaults.map(({ message }) => message)
  const texts: ChangedText[] = []
  let left = textsMostChars
  await withScanner({ timeoutMs: scanMs, signal }, async (scanner) => {
    const scan = openSecretScan(repositories, id, { scanner, signal })
    for await (const sides of sidesOf(repositories, work, scan, files)) {
      faults.push(...faultsIn(sides, kept))
      left -= (sides.before?.length ?? 0) + (sides.after?.length ?? 0)
      if (left >= 0) texts.push(textOf(sides))
      if (scan.isTooMuch()) break
    }
    if (scan.isTooMuch()) faults.push(tooLarge)
  })
  const { title, description } = work.cycle
  const commands = checks.map(({ command }) => ({ command }))
  const healedPaths = readablePaths(newlyPassingFiles(checks))
  const testPaths = readablePaths(testFilesOnBase(checks))
  const paths = [...new Set([...healedPaths, ...testPaths])]
  const onBase = await readTextFiles(repositories, id, commits.base, paths)
  const healed = onBase.filter(({ path }) => healedPaths.includes(path))
  const tests = testPaths.flatMap((path) => onBase.find((one) => one.path === path) ?? [])
  const judging = await judgingTexts(repositories, work, checks)
  const request = `${title}\n\n${description}`
  const judged = { files: texts, request, checks: commands, healed, tests, accepted, judging }
  const weakening = await findWeakeningInThread(judged, signal)
  const named = await documentsReadByPrograms(repositories, work, files.map(nameOf), signal)
  const found = [...named, ...weakening, ...(left < 0 ? [tooMuch(files[texts.length]!)] : [])]
  const changed = texts.flatMap(({ path, after }) => (isTestPath(path) && after !== undefined ? [after] : []))
  const untested = untestedValues(request, [...changed, ...[...onBase, ...accepted].map(({ text }) => text)])
  return { faults, weakening: found, untested }
}

const asFault = (error: unknown) => {
  if (error instanceof TreeTooLargeError) return [{ message: error.message }]
  throw error
}

interface FaultsInput {
  readonly compared: Comparison
  /** Paths of protected files. */
  readonly kept: ReadonlySet<string>
  readonly checks: readonly Pick<CheckRow, 'name' | 'phase' | 'command' | 'report'>[]
  /** Acceptance tests, which the author of the change cannot see. */
  readonly accepted: readonly HealedTests[]
  readonly signal: AbortSignal
}

const manifests = ['package.json', 'composer.json', 'Makefile', 'GNUmakefile', 'makefile', 'justfile']
const followedRounds = 2
const followedMost = 40

/** The manifests and scripts of the base behind the commands of checks. */
const judgingTexts = async (
  repositories: Repositories,
  { repository, task }: TaskWork,
  checks: readonly { readonly command: string }[],
): Promise<JudgingTexts> => {
  const texts: Record<string, string> = {}
  const read = async (paths: readonly string[]) => {
    const found = await readTextFiles(repositories, repository.id, task.baseSha!, paths)
    for (const { path, text } of found) texts[path] = text
  }
  await read(manifests)
  const commands = checks.map(({ command }) => command)
  for (let round = 0; round < followedRounds; round += 1) {
    const paths = followedPaths(commands, texts).slice(0, followedMost)
    if (paths.length === 0) break
    await read(paths)
  }
  return texts
}

const testFilesMost = 20

/** The files that reports of the base name. */
const testFilesOnBase = (checks: FaultsInput['checks']) => {
  const tests = checks.flatMap(({ phase, report }) => (phase === 'base' ? (report?.tests ?? []) : []))
  return [...new Set(tests.map(({ file }) => file))]
}

const readablePaths = (files: readonly string[]) => files.filter(isTreePath).slice(0, testFilesMost)

/** A report may name any path. */
const isTreePath = (path: string) => isTestPath(path) && !/^\/|\0|(?:^|\/)\.{0,2}(?:\/|$)/.test(path)

const tooMany = `The change touches more than ${comparedMost} files, which nobody can review. Make it smaller.`

const tooLarge =
  'The change holds more text than can be searched for secrets, and than anybody can review: 128 MiB. Make it smaller.'

const tooMuch = (file: ChangedFile): Finding => ({
  kind: 'evidence_unreadable',
  level: 'ask',
  path: nameOf(file),
  reason: `The change is too large to look for weakened tests in all of it: from ${nameOf(file)} on a person has to look.`,
})

const textOf = ({ name, file, before, after }: ReviewedFile): ChangedText => ({
  path: name,
  from: file.from && nameOf(file.from),
  kind: file.kind,
  modeAfter: file.modeAfter,
  before,
  after,
})

// Their texts are read together, and are in memory together: of 1 MiB at most, each.
const readTogether = 16

async function* sidesOf(
  repositories: Repositories,
  { repository, task }: TaskWork,
  scan: ReturnType<typeof openSecretScan>,
  files: readonly ChangedFile[],
): AsyncGenerator<ReviewedFile> {
  const readAt = async (commit: string, paths: readonly TreePath[]): Promise<FileSide[]> => {
    const read = await repositories.readFiles(repository.id, { commit, paths, maxBytes: textMostBytes })
    return Promise.all(paths.map(async (path, at) => ({ commit, path, file: await withLock(commit, path, read[at]) })))
  }
  const withLock = async (commit: string, path: TreePath, file: FileSide['file']) =>
    file && file.content === undefined && isLockFile(nameOf(path))
      ? repositories.readFile(repository.id, { commit, path, maxBytes: lockMostBytes })
      : file
  for (let at = 0; at < files.length; at += readTogether) {
    const some = files.slice(at, at + readTogether)
    const former = some.map((file) => file.from ?? file)
    const [before, after] = await Promise.all([readAt(task.baseSha!, former), readAt(task.headSha!, some)])
    for (const [position, file] of some.entries()) {
      const name = nameOf(file)
      const lastPart = name.slice(name.lastIndexOf('/') + 1)
      yield {
        name,
        file,
        before: textIn(before[position]!.file?.content),
        after: textIn(after[position]!.file?.content),
        secretsBefore: await scan.rulesIn(lastPart, before[position]!),
        secretsAfter: await scan.rulesIn(lastPart, after[position]!),
      }
    }
  }
}

// Limit of both sides of all files: a few seconds of the scanner, and more than a person reviews.
const scannedMostChars = 128 * 1_048_576

/** A file of a commit; a too large file has no content here, and is read again piece by piece. */
interface FileSide {
  readonly commit: string
  readonly path: TreePath
  readonly file: FileAt | undefined
}

/** Looks for secrets in every byte of changed files: large ones, binary ones, and files of any encoding. */
const openSecretScan = (
  repositories: Repositories,
  repositoryId: string,
  { scanner, signal }: { readonly scanner: Scanner; readonly signal: AbortSignal },
) => {
  let left = scannedMostChars
  const piecesOf = async function* ({ commit, path, file }: FileSide) {
    if (file?.content) yield file.content
    else if (file) yield* repositories.readPieces(repositoryId, { commit, path, ...searchedPieces, signal })
  }
  return {
    /** The rule of each secret of a file, once for each that differs. */
    rulesIn: async (name: string, side: FileSide): Promise<readonly string[]> => {
      const found = new Map<string, string>()
      for await (const piece of piecesOf(side)) {
        const content = scannable(piece)
        left -= content.length
        if (left < 0) break
        const [secrets] = await scanner.scan([{ name, content }])
        for (const { rule, digest } of secrets!) found.set(`${rule} ${digest}`, rule)
      }
      return [...found.values()]
    },
    /** True if the text exceeds the limit of the scan. */
    isTooMuch: () => left < 0,
  }
}
