import { RefusedError } from '../../../../../../platform/client/index.ts'
import { getTaskReviewEvidence } from '../../../../../../domains/delivery/review/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import type { Task } from './cycle-tasks.ts'

/** The evidence of a task's review; a task that has built nothing has none. */
export const useEvidence = ({ id }: Pick<Task, 'id'>, enabled = true) => {
  const { data, error, isLoading } = useLateReply(getTaskReviewEvidence, { params: { id } }, { enabled })
  const isAbsent = error instanceof RefusedError && error.answered.code === 'no_evidence'
  return { evidence: data, isAbsent, isLoading, error: isAbsent ? null : error }
}
