import type { Engine } from '../../../platform/jobs/index.ts'
import cancelPendingRequest from './operations/cancel-pending-request.ts'
import getPendingRequest from './operations/get-pending-request.ts'
import listCyclePendingRequests from './operations/list-cycle-pending-requests.ts'
import listPendingRequests from './operations/list-pending-requests.ts'
import resolvePendingRequest from './operations/resolve-pending-request.ts'

export default ({ engine }: { readonly engine: Engine }) => ({
  listPendingRequests,
  getPendingRequest,
  resolvePendingRequest: resolvePendingRequest(engine),
  cancelPendingRequest: cancelPendingRequest(engine),
  listCyclePendingRequests,
})
