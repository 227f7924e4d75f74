import { RefusedError } from '../../../../../../platform/client/index.ts'
import { getTaskReviewEvidence } from '../../../../../../domains/delivery/review/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { isMerged, type Cycle, type Request, type Task } from './cycle-tasks.ts'

/** The evidence of a task's review; a task that has built nothing has none. */
export const useEvidence = ({ id }: Pick<Task, 'id'>, enabled = true) => {
  const { data, error, isLoading } = useLateReply(getTaskReviewEvidence, { params: { id } }, { enabled })
  const isAbsent = error instanceof RefusedError && error.answered.code === 'no_evidence'
  return { evidence: data, isAbsent, isLoading, error: isAbsent ? null : error }
}

/**
 * Whether the evidence that a cycle's page shows first has not arrived: what is below it waits, so that it does not move
 * while it is read.
 */
export const useEvidenceIsLate = (
  { status }: Pick<Cycle, 'status'>,
  requests: readonly Request[],
  selected: Task | undefined,
): boolean => {
  const asked = requests.find(({ requestType, taskId }) => requestType === 'approval' && taskId !== null)?.taskId
  const merged = status === 'completed' && selected && isMerged(selected) ? selected.id : undefined
  const id = asked ?? merged
  return useEvidence({ id: id ?? '' }, id !== undefined).isLoading
}
