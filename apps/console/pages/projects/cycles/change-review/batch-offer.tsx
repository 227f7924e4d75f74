import { lazy, Suspense, useState } from 'react'
import { listPendingRequests } from '../../../../../../domains/delivery/requests/contract.ts'
import { isAskedForParts } from '../../../../../../domains/delivery/tasks/rules/in-batch.ts'
import { useLateRows } from '../../../../api/use-pages.ts'
import { isForClient } from '../../../../api/waiting-items.ts'
import { pending } from '../../../../shell/use-waiting-count.ts'
import type { BatchRequest } from './batch-approval.tsx'

const BatchApproval = lazy(async () => ({ default: (await import('./batch-approval.tsx')).BatchApproval }))

/** The most changes that are read and decided at once. */
const batchMost = 20

/** Offers one answer for all waiting changes that tests account for, in one project or all; nothing for fewer than two. */
export const BatchOffer = ({ projectId }: { readonly projectId?: string }) => {
  const requests = (useLateRows(listPendingRequests, 1_000, pending).data ?? []).flatMap((request): BatchRequest[] => {
    const { taskId, commitSha, requestType, reasons } = request
    if (requestType !== 'approval' || taskId === null || commitSha === null || isForClient({ request })) return []
    const isHere = projectId === undefined || request.projectId === projectId
    return isHere && isAskedForParts(reasons) ? [{ ...request, taskId, commitSha }] : []
  })
  // A change that arrives while a person reads the list waits for the next list.
  const [ids, setIds] = useState<ReadonlySet<string>>()
  const batch = requests.filter(({ id }) => ids?.has(id))
  if (requests.length < 2) return null
  if (batch.length < 2) setIds(new Set(requests.slice(0, batchMost).map(({ id }) => id)))
  return (
    <Suspense fallback={null}>
      <BatchApproval requests={batch} />
    </Suspense>
  )
}
