import type { ChangedFile, Comparison } from '../../../execution/repositories/index.ts'
import { isEvidence, isTestPath } from '../../../packages/verdict/index.ts'
import { revisionAt } from '../../code/revisions/index.ts'
import type { CheckRow } from '../checks/index.ts'
import { comparedMost, type StepWork } from '../workbench/index.ts'
import type { EarlierTests } from './new-tests.ts'
import { newlyPassingFiles } from './verdict.ts'

/**
 * Finds which tests are older than the request of a change, if tests failed on the base and pass over the change.
 * Undefined if no test is of that kind, or the project's revisions do not show it: they are of the primary repository.
 */
export const earlierTests = async (
  { parts: { repositories }, context, work: { cycle, repository, task } }: StepWork,
  { checks, compared }: { readonly checks: readonly CheckRow[]; readonly compared: Comparison },
): Promise<EarlierTests | undefined> => {
  if (newlyPassingFiles(checks).length === 0) return undefined
  const asked = await context.read((tx) => revisionAt(tx, { projectId: cycle.projectId, at: cycle.createdAt }))
  if (asked?.repositoryId !== repository.id) return undefined
  const between = { base: asked.commitSha, head: task.baseSha!, maxFiles: comparedMost }
  const since = asked.commitSha === task.baseSha ? unchanged : await repositories.compare(repository.id, between)
  return { isEarlier: isEarlierBy(since), areTouched: compared.truncated || pathsOf(compared.files).some(isSupport) }
}

const unchanged: Pick<Comparison, 'files' | 'truncated'> = { files: [], truncated: false }

/** True if a test is as it was when the request was made, by the merges until the base of its change. */
export const isEarlierBy = ({ files, truncated }: Pick<Comparison, 'files' | 'truncated'>) => {
  const paths = pathsOf(files)
  const isSupported = !truncated && !paths.some((path) => isSupport(path) && !(path !== undefined && isTestPath(path)))
  return ({ file }: { readonly file: string }): boolean => isSupported && file !== '' && !paths.includes(file)
}

/** Tests, the files that they read, the files that run them, and files without a readable name. */
const isSupport = (path: string | undefined) => path === undefined || isEvidence(path)

const pathsOf = (files: readonly ChangedFile[]) =>
  files.flatMap((file) => [file.path, ...(file.from ? [file.from.path] : [])])
