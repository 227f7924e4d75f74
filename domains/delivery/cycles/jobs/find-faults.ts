import {
  TreeTooLargeError,
  withScanner,
  type ChangedFile,
  type Repositories,
  type Scanner,
  type TreePath,
} from '../../../../execution/repositories/index.ts'
import type { CheckRow } from '../../tasks/index.ts'
import { faultsIn, type ReviewedFile } from '../review.ts'
import { healedFiles } from '../verdict.ts'
import { type ChangedText, type Finding, type HealedTests, isTestPath } from '../weakening/index.ts'
import { findWeakeningApart } from './find-weakening-apart.ts'
import { readText } from './read-text.ts'
import type { TaskWork } from './work.ts'

const filesMost = 5_000
const textMostBytes = 1_048_576
// In all; what is more than this is not held in memory.
const textsMostChars = 16 * 1_048_576
const scanMs = 120_000

/** What is wrong with the files that a task changed since its branch point, and how they weaken what would prove it. */
export interface Faults {
  readonly faults: readonly string[]
  readonly weakening: readonly Finding[]
}

export const faultsOf = async (
  repositories: Repositories,
  work: TaskWork,
  { kept, checks, signal }: Held,
): Promise<Faults> => {
  const { id } = work.repository
  const commits = { base: work.task.baseSha!, head: work.task.headSha! }
  const { files, truncated } = await repositories.compare(id, { ...commits, maxFiles: filesMost })
  if (truncated) return { faults: [tooMany], weakening: [] }
  const paths = await repositories.newPathFaults(id, commits, signal).catch(asFault)
  const faults = paths.map(({ message }) => message)
  const texts: ChangedText[] = []
  let left = textsMostChars
  await withScanner({ timeoutMs: scanMs, signal }, async (scanner) => {
    for (const file of files) {
      const sides = await sidesOf(repositories, work, scanner, file)
      faults.push(...faultsIn(sides, kept))
      left -= (sides.before?.length ?? 0) + (sides.after?.length ?? 0)
      if (left >= 0) texts.push(textOf(sides))
    }
  })
  const { title, description } = work.cycle
  const commands = checks.map(({ command }) => ({ command }))
  const healed = await healedTests(repositories, work, checks)
  const judged = { files: texts, request: `${title}\n\n${description}`, checks: commands, healed }
  const weakening = await findWeakeningApart(judged, signal)
  return { faults, weakening: left < 0 ? [...weakening, tooMuch(files[texts.length]!)] : weakening }
}

const asFault = (error: unknown) => {
  if (error instanceof TreeTooLargeError) return [{ message: error.message }]
  throw error
}

interface Held {
  /** Paths of protected files. */
  readonly kept: ReadonlySet<string>
  readonly checks: readonly Pick<CheckRow, 'name' | 'phase' | 'command' | 'report'>[]
  readonly signal: AbortSignal
}

const healedMost = 20

/** The files of tests that failed on the base and pass over the change, as they were. */
const healedTests = async (
  repositories: Repositories,
  { repository, task }: TaskWork,
  checks: Held['checks'],
): Promise<HealedTests[]> => {
  const paths = healedFiles(checks).filter(isTreePath).slice(0, healedMost)
  const read = async (path: string) => {
    const text = await readText(repositories, repository.id, task.baseSha!, path)
    return text === undefined ? [] : [{ path, text }]
  }
  return (await Promise.all(paths.map(read))).flat()
}

/** A report names what it likes. */
const isTreePath = (path: string) => isTestPath(path) && !/^\/|\0|(?:^|\/)\.{0,2}(?:\/|$)/.test(path)

const tooMany = `The change touches more than ${filesMost} files, which nobody can review. Make it smaller.`

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

const sidesOf = async (repositories: Repositories, work: TaskWork, scanner: Scanner, file: ChangedFile) => {
  const { baseSha, headSha } = work.task
  const name = nameOf(file)
  const [before, after] = await Promise.all([
    textAt(repositories, work, baseSha!, file.from ?? file),
    file.kind === 'deleted' ? undefined : textAt(repositories, work, headSha!, file),
  ])
  const [secretsBefore, secretsAfter] = await scanner.scan(
    [before, after].map((content = '') => ({ name: lastPart(name), content })),
  )
  const rules = (found: readonly { readonly rule: string }[] = []) => found.map(({ rule }) => rule)
  return { name, file, before, after, secretsBefore: rules(secretsBefore), secretsAfter: rules(secretsAfter) }
}

const textAt = async (repositories: Repositories, { repository }: TaskWork, commit: string, path: TreePath) => {
  const place = (path.path === undefined ? { pathBase64: path.pathBase64 } : { path: path.path }) as TreePath
  const file = await repositories.readFile(repository.id, { commit, path: place, maxBytes: textMostBytes })
  const { content } = file ?? {}
  return content && !content.includes(0) ? content.toString('utf8') : undefined
}

const nameOf = (path: TreePath) => path.path ?? Buffer.from(path.pathBase64, 'base64').toString('utf8')
const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1)
