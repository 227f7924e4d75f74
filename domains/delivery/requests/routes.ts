import cancelPendingRequest from './operations/cancel-pending-request.ts'
import getPendingRequest from './operations/get-pending-request.ts'
import listCyclePendingRequests from './operations/list-cycle-pending-requests.ts'
import listPendingRequests from './operations/list-pending-requests.ts'
import resolvePendingRequest, { type ResolveParts } from './operations/resolve-pending-request.ts'

export default (parts: ResolveParts) => ({
  listPendingRequests,
  getPendingRequest,
  resolvePendingRequest: resolvePendingRequest(parts),
  cancelPendingRequest: cancelPendingRequest(parts.engine),
  listCyclePendingRequests,
})
