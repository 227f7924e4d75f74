import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import { review } from '../../../domains/delivery/review/contract.ts'
import type { Client, Reply } from '../client/client.ts'
import { undefinedIf } from '../failure.ts'

export type Evidence = Reply<typeof review.getTaskReviewEvidence>
type CycleDetail = Reply<typeof cycles.getCycle>

/** The tasks of a cycle's newest run, or the task with that id. */
export const chosenTasks = async (client: Client, id: string): Promise<string[]> => {
  const read = client.call(cycles.getCycle, { params: { id } })
  const detail = await read.catch(undefinedIf(({ kind }) => kind === 'absent'))
  return detail ? newestTasks(detail) : [id]
}

/** The evidence of those tasks. */
export const readEvidence = async (client: Client, id: string): Promise<Evidence[]> =>
  Array.fromAsync(await chosenTasks(client, id), (taskId) => evidenceOf(client, taskId))

/** The evidence that there is: a run that ended early may have none. */
export const availableEvidence = async (client: Client, detail: CycleDetail): Promise<Evidence[]> =>
  (await Array.fromAsync(newestTasks(detail), (id) => findEvidence(client, id))).flatMap((one) => one ?? [])

const newestTasks = ({ cycle, tasks: all }: CycleDetail) =>
  all.filter(({ runId }) => runId === cycle.runId).map(({ id }) => id)

const evidenceOf = (client: Client, id: string) => client.call(review.getTaskReviewEvidence, { params: { id } })

const findEvidence = (client: Client, id: string) =>
  evidenceOf(client, id).catch(undefinedIf(({ code }) => code === 'no_evidence'))

/** The verdict of a task; null without evidence, such as for a change of which nothing is left. */
export const verdictOf = async (client: Client, id: string): Promise<Evidence['verdict']> =>
  (await findEvidence(client, id))?.verdict ?? null
