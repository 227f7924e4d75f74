import { cycles } from '../../../domains/delivery/cycles/contract.ts'
import { review } from '../../../domains/delivery/review/contract.ts'
import type { Client, Reply } from '../client/client.ts'
import { Failure } from '../failure.ts'

export type Evidence = Reply<typeof review.getTaskReviewEvidence>
type CycleDetail = Reply<typeof cycles.getCycle>

/** The tasks of a cycle's newest run, or the task with that id. */
export const chosenTasks = (client: Client, id: string): Promise<string[]> =>
  client.call(cycles.getCycle, { params: { id } }).then(newestTasks, (error: unknown) => {
    if (error instanceof Failure && error.kind === 'absent') return [id]
    throw error
  })

/** The evidence of those tasks. */
export const readEvidence = async (client: Client, id: string): Promise<Evidence[]> => {
  const evidence: Evidence[] = []
  for (const taskId of await chosenTasks(client, id)) evidence.push(await evidenceOf(client, taskId))
  return evidence
}

/** The evidence that there is: a run that ended early may have none. */
export const availableEvidence = async (client: Client, detail: CycleDetail): Promise<Evidence[]> => {
  const evidence: Evidence[] = []
  for (const taskId of newestTasks(detail)) {
    const found = await evidenceOf(client, taskId).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'no_evidence') return undefined
      throw error
    })
    if (found) evidence.push(found)
  }
  return evidence
}

const newestTasks = ({ cycle, tasks: all }: CycleDetail) =>
  all.filter(({ runId }) => runId === cycle.runId).map(({ id }) => id)

const evidenceOf = (client: Client, id: string) => client.call(review.getTaskReviewEvidence, { params: { id } })

/** The verdict of a task; null without evidence, such as for a change of which nothing is left. */
export const verdictOf = (client: Client, id: string): Promise<Evidence['verdict']> =>
  client.call(review.getTaskReviewEvidence, { params: { id } }).then(
    ({ verdict }) => verdict,
    (error: unknown) => {
      if (error instanceof Failure && error.code === 'no_evidence') return null
      throw error
    },
  )
