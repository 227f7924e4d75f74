import decideDeliverableApproval from './operations/decide-deliverable-approval.ts'
import downloadDeliverableArtifact from './operations/download-deliverable-artifact.ts'
import getApprovalSnapshot from './operations/get-approval-snapshot.ts'
import getDeliverableDecision from './operations/get-deliverable-decision.ts'
import getDeliverable from './operations/get-deliverable.ts'
import listDeliverableApprovals from './operations/list-deliverable-approvals.ts'
import listDeliverableReviewers from './operations/list-deliverable-reviewers.ts'
import listDeliverables from './operations/list-deliverables.ts'
import prepareDeliverableDecision from './operations/prepare-deliverable-decision.ts'
import publishDeliverable from './operations/publish-deliverable.ts'
import requestDeliverableApproval from './operations/request-deliverable-approval.ts'
import reopenDeliverableDecision from './operations/reopen-deliverable-decision.ts'
import signDeliverableDecision from './operations/sign-deliverable-decision.ts'
import unpublishDeliverable from './operations/unpublish-deliverable.ts'
import upsertDeliverable from './operations/upsert-deliverable.ts'
import type { BillParts } from '../components/index.ts'
import type { DownloadParts, SigningParts } from './parts.ts'

export default (parts: SigningParts & DownloadParts & BillParts) => ({
  listDeliverables,
  getDeliverable,
  upsertDeliverable,
  publishDeliverable: publishDeliverable(parts),
  unpublishDeliverable,
  listDeliverableApprovals,
  getApprovalSnapshot,
  requestDeliverableApproval,
  listDeliverableReviewers,
  decideDeliverableApproval: decideDeliverableApproval(parts),
  reopenDeliverableDecision,
  prepareDeliverableDecision: prepareDeliverableDecision(parts),
  signDeliverableDecision: signDeliverableDecision(parts),
  getDeliverableDecision,
  downloadDeliverableArtifact: downloadDeliverableArtifact(parts),
})
