import { useState } from 'react'
import { listAiModels, listModelPreferences } from '../../../../../../domains/agents/models/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { useRole } from '../../../../api/use-role.ts'
import { isMerged, isReview, type Cycle, type Request, type Task } from './cycle-tasks.ts'
import { useEvidence } from './use-evidence.ts'

/**
 * True until the first evidence of a cycle's page and the model in its head have arrived: the rest of the page waits for
 * them, so that it does not move while a person reads. Later evidence, such as another task's, delays nothing.
 */
export const useEvidenceIsLate = (
  { status }: Pick<Cycle, 'status'>,
  requests: readonly Request[],
  selected: Task | undefined,
): boolean => {
  const askedTaskId = requests.find(isReview)?.taskId
  const mergedTaskId = status === 'completed' && selected && isMerged(selected) ? selected.id : undefined
  const id = askedTaskId ?? mergedTaskId
  const evidence = useEvidence({ id: id ?? '' }, id !== undefined)
  // The head of a failed cycle names the model.
  const enabled = status === 'failed'
  const { workspace } = useRole()
  const models = useLateReply(listAiModels, { params: { workspaceId: workspace.id } }, { enabled })
  const preferences = useLateReply(listModelPreferences, {}, { enabled })
  const isLate = evidence.isLoading || models.isLoading || preferences.isLoading
  const [hasArrived, setArrived] = useState(false)
  if (!isLate && !hasArrived) setArrived(true)
  return isLate && !hasArrived
}
