import { Unrecoverable } from '../../../platform/jobs/index.ts'
import { acceptanceTestsKeptBy } from '../acceptance/index.ts'
import { addFiles, filesToKeep, freePath } from '../examination/index.ts'
import type { ExaminationFile } from '../tasks/contract/verdict.ts'
import { findTask } from '../tasks/index.ts'
import type { StepWork } from '../workbench/index.ts'

/** Adds another task's kept tests to the task's base by a commit of git; it adds files and replaces none. */
export const addKeptTests = async (
  stepWork: StepWork,
): Promise<{ readonly sha: string } | { readonly inTheWay: string }> => {
  const { parts, context } = stepWork
  const { cycle, repository, task } = stepWork.work
  const judged = await context.read((tx) => findTask(tx, cycle.keepsTestsOfTaskId!))
  const given = await context.read((tx) => acceptanceTestsKeptBy(tx, cycle.id))
  const files = [...filesToKeep(judged?.review?.examination), ...given]
  if (files.length === 0) throw new Unrecoverable('The tests that this cycle keeps are gone.')
  const base = task.baseSha!
  const taken = new Set((await parts.repositories.pathsOf(repository.id, base)).map((path) => path.toLowerCase()))
  const added: ExaminationFile[] = []
  for (const { path, content } of files) {
    const free = freePath(path, taken)
    if (free === undefined) return { inTheWay: path }
    taken.add(free.toLowerCase())
    added.push({ path: free, content })
  }
  const names = added.map(({ path }) => path).join(', ')
  const message = `${task.title}\n\nThe tests of task ${cycle.keepsTestsOfTaskId} are ${names}.`
  const sha = await addFiles(stepWork, base, added, message)
  return sha === undefined ? { inTheWay: added[0]!.path } : { sha }
}
