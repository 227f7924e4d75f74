import decideDeliverableApproval from './operations/decide-deliverable-approval.ts'
import getDeliverable from './operations/get-deliverable.ts'
import listDeliverableApprovals from './operations/list-deliverable-approvals.ts'
import listDeliverables from './operations/list-deliverables.ts'
import publishDeliverable from './operations/publish-deliverable.ts'
import requestDeliverableApproval from './operations/request-deliverable-approval.ts'
import unpublishDeliverable from './operations/unpublish-deliverable.ts'
import upsertDeliverable from './operations/upsert-deliverable.ts'

export default () => ({
  listDeliverables,
  getDeliverable,
  upsertDeliverable,
  publishDeliverable,
  unpublishDeliverable,
  listDeliverableApprovals,
  requestDeliverableApproval,
  decideDeliverableApproval,
})
