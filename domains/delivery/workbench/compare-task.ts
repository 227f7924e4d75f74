import type { Comparison, Repositories } from '../../../execution/repositories/index.ts'
import type { TaskWork } from './step-work.ts'

/** A person cannot review more than this, and such a change is refused. */
export const comparedMost = 5_000

/** The changes of a task since its branch point: read once in a step, and passed to all readers. */
export const compareTask = (repositories: Repositories, { repository, task }: TaskWork): Promise<Comparison> =>
  repositories.compare(repository.id, { base: task.baseSha!, head: task.headSha!, maxFiles: comparedMost })
