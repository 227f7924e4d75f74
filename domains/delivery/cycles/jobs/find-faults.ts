import {
  withScanner,
  type ChangedFile,
  type Repositories,
  type Scanner,
  type TreePath,
} from '../../../../execution/repositories/index.ts'
import { faultsIn } from '../review.ts'
import type { TaskWork } from './work.ts'

const filesMost = 5_000
const textMostBytes = 1_048_576
const scanMs = 120_000

/** Everything that is wrong with the files that a task changed since its branch point. */
export const faultsOf = async (
  repositories: Repositories,
  work: TaskWork,
  kept: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string[]> => {
  const [base, head] = [work.task.baseSha!, work.task.headSha!]
  const { files, truncated } = await repositories.compare(work.repository.id, { base, head, maxFiles: filesMost })
  if (truncated) return [`The change touches more than ${filesMost} files, which nobody can review. Make it smaller.`]
  return withScanner({ timeoutMs: scanMs, signal }, async (scanner) => {
    const faults: string[] = []
    for (const file of files) faults.push(...faultsIn(await sidesOf(repositories, work, scanner, file), kept))
    return faults
  })
}

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
