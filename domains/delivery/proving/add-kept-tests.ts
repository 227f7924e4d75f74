import { Unrecoverable } from '../../../platform/jobs/index.ts'
import { acceptanceTestsKeptBy } from '../acceptance/index.ts'
import { filesToKeep, freePath } from '../examination/index.ts'
import type { ExaminationFile } from '../tasks/contract/verdict.ts'
import { findTask } from '../tasks/index.ts'
import type { StepWork } from '../workbench/index.ts'

/** Adds another task's kept tests to the task's base by a commit of git; it adds files and replaces none. */
export const addKeptTests = async (stepWork: StepWork): Promise<Added> => {
  const { context, work } = stepWork
  const judged = await context.read((tx) => findTask(tx, work.cycle.keepsTestsOfTaskId!))
  const given = await context.read((tx) => acceptanceTestsKeptBy(tx, work.cycle.id))
  const files = [...filesToKeep(judged?.review?.examination), ...given]
  if (files.length === 0) throw new Unrecoverable('The tests that this cycle keeps are gone.')
  return addFiles(stepWork, files)
}

type Added = { readonly sha: string } | { readonly inTheWay: string }

const addFiles = async (
  { parts: { repositories }, context: { run, key }, work: { cycle, repository, task } }: StepWork,
  files: readonly Pick<ExaminationFile, 'path' | 'content'>[],
): Promise<Added> => {
  const base = task.baseSha!
  const taken = new Set((await repositories.pathsOf(repository.id, base)).map((path) => path.toLowerCase()))
  const contents = new Map<string, Buffer>()
  for (const { path, content } of files) {
    const free = freePath(path, taken)
    if (free === undefined) return { inTheWay: path }
    taken.add(free.toLowerCase())
    contents.set(free, Buffer.from(content))
  }
  const paths = [...contents.keys()]
  const sha = await repositories.overlay(repository.id, {
    onto: base,
    from: base,
    restores: () => false,
    contents,
    message: `${task.title}\n\nThe tests of task ${cycle.keepsTestsOfTaskId} are ${paths.join(', ')}.`,
    at: run.createdAt,
    key,
  })
  if (sha === undefined) return { inTheWay: paths[0]! }
  // A path below that of a file would turn the file into a folder.
  const compared = await repositories.compare(repository.id, { base, head: sha, maxFiles: contents.size + 1 })
  const isAddition = compared.files.length === contents.size && compared.files.every(({ kind }) => kind === 'added')
  return isAddition ? { sha } : { inTheWay: paths[0]! }
}
