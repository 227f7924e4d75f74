import { lazy, Suspense, useState } from 'react'
import { listPendingRequests } from '../../../../../../domains/delivery/requests/contract.ts'
import { isAskedForParts } from '../../../../../../domains/delivery/tasks/rules/in-batch.ts'
import { useLateRows } from '../../../../api/use-pages.ts'
import { isForClient } from '../../../../api/waiting-items.ts'
import { pending } from '../../../../shell/use-waiting-count.ts'
import type { BatchRequest } from './batch-approval.tsx'

const BatchApproval = lazy(async () => ({ default: (await import('./batch-approval.tsx')).BatchApproval }))

/** How many changes are read and decided at once. */
const batchMost = 20

/**
 * Offers one answer for the waiting changes that tests account for, in a project or in all; nothing for a single
 * change.
 */
export const BatchOffer = ({ projectId }: { readonly projectId?: string }) => {
  const requests = (useLateRows(listPendingRequests, 1_000, pending).data ?? []).flatMap((request): BatchRequest[] => {
    const { taskId, commitSha, requestType, reasons } = request
    if (requestType !== 'approval' || taskId === null || commitSha === null || isForClient({ request })) return []
    const isHere = projectId === undefined || request.projectId === projectId
    return isHere && isAskedForParts(reasons) ? [{ ...request, taskId, commitSha }] : []
  })
  // A change that comes later joins no list that a person is reading: it waits for the next one.
  const [ids, setIds] = useState<ReadonlySet<string>>()
  const shown = requests.filter(({ id }) => ids?.has(id))
  if (requests.length < 2) return null
  if (shown.length < 2) setIds(new Set(requests.slice(0, batchMost).map(({ id }) => id)))
  return (
    <Suspense fallback={null}>
      <BatchApproval requests={shown} />
    </Suspense>
  )
}
