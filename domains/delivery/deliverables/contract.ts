import { Type } from 'typebox'
import { conflict, contract, operation, to, toAgencyWho, toThoseWho, bytes } from '../../../platform/contract/index.ts'
import {
  CommitSha,
  Id,
  ignoredIfBad,
  maybe,
  namedObject,
  oneOf,
  pagesOf,
  paging,
  Sha256,
  lineText,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import {
  changed,
  DecideDeliverableApproval,
  decideErrors,
  decisionAudit,
  decisionFields,
  DeliverableDecision,
  textMost,
} from './contract/records.ts'
import { getDeliverableDecision, prepareDeliverableDecision, signDeliverableDecision } from './contract/signatures.ts'
import { approvalStates, approvalStatuses, clientStatuses, decisions } from './rules.ts'
import { fileHeaders } from '../artifacts/contract.ts'

const alreadyAsked = conflict({
  code: 'approval_already_requested',
  message: 'That person was asked to decide on this revision, and has not decided yet.',
})

export const downloadDeliverableArtifact = operation({
  method: 'GET',
  path: '/v1/api/deliverables/{cycleId}/artifacts/{filename}',
  summary: 'Download a file of a published snapshot. The bytes match the snapshot’s hash',
  clientPortal: true,
  reach: 'transfer',
  access: { ...toThoseWho('view', 'deliverable', 'params.cycleId'), scope: 'read' },
  effect: 'outside',
  replay: false,
  query: Type.Object({
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description:
          'The number of the snapshot; by default the newest. For clients the newest, or a snapshot that they were asked to decide on.',
      }),
    ),
  }),
  replies: { 200: bytes('*/*', fileHeaders) },
  errors: {
    notKept: {
      status: 404,
      code: 'deliverable_artifact_not_kept',
      message: 'The content of this file is no longer stored; its hash is. Ask the agency for the file.',
    },
    differs: {
      status: 500,
      code: 'deliverable_artifact_differs',
      message: 'The stored file does not match the hash in the snapshot, so it is not served. Tell the operator.',
    },
  },
  audit: { action: 'deliverable.download', category: 'export' },
})

export { DecideDeliverableApproval, DeliverableDecision } from './contract/records.ts'
export {
  getDeliverableDecision,
  prepareDeliverableDecision,
  SignedDecision,
  signDeliverableDecision,
} from './contract/signatures.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    /** By the id of its cycle; clients see it while it is published. */
    deliverable: 'project'
    /** As `deliverable`, and visible to each reviewer who was asked to decide on it, published or not. */
    asked_deliverable: 'project'
  }
}

const deliverableFields = {
  id: Id,
  projectId: Id,
  cycleId: Id,
  title: Type.String({ examples: ['Opening hours'] }),
  clientStatus: oneOf(clientStatuses),
  dueDate: maybe(Time),
  summary: maybe(Type.String()),
  submittedRevision: Type.Integer({ minimum: 0 }),
  revisionHash: maybe(Sha256),
  commitSha: maybe(CommitSha),
  artifacts: Type.Array(
    namedObject('DeliverableArtifact', { name: Type.String({ examples: ['manifest.json'] }), sha256: Sha256 }),
  ),
  publishedAt: maybe(Time),
  createdAt: Type.Optional(Time),
  updatedAt: Type.Optional(Time),
}
export const Deliverable = namedObject('Deliverable', deliverableFields)
export const DeliverableView = namedObject('DeliverableView', {
  ...deliverableFields,
  snapshot: maybe(Type.String()),
  hasChanges: Type.Optional(Type.Boolean()),
  progress: namedObject('DeliverableProgress', { tasks: Type.Integer(), tasksDone: Type.Integer() }),
  approval: oneOf(approvalStates),
})

export const DeliverableApproval = namedObject('DeliverableApproval', {
  id: Id,
  ...decisionFields,
  reviewerName: maybe(Type.String()),
  status: oneOf(approvalStatuses),
  requestedAt: Time,
  requestedBy: Type.Optional(Id),
  decision: maybe(oneOf(decisions)),
  comment: maybe(Type.String()),
  decidedAt: maybe(Time),
})
export const ApprovalSnapshot = namedObject('ApprovalSnapshot', {
  approvalId: Id,
  revision: Type.Integer({ minimum: 1 }),
  revisionHash: Sha256,
  snapshot: Type.String(),
  publishedAt: Time,
})
export const UpsertDeliverable = namedObject('UpsertDeliverable', {
  title: lineText(200),
  clientStatus: Type.Optional(oneOf(clientStatuses)),
  dueDate: Type.Optional(maybe(Type.String({ format: 'date-time', examples: ['2027-03-04T10:15:30.000Z'] }))),
  summary: Type.Optional(maybe(Type.String({ maxLength: textMost }))),
})
const RequestDeliverableApproval = namedObject('RequestDeliverableApproval', {
  reviewerId: text(1, 200, { examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'] }),
})
const DeliverableReviewer = namedObject('DeliverableReviewer', { userId: Id, name: Type.String() })
const awaiting = ignoredIfBad(oneOf(['me']))

export const listDeliverables = operation({
  method: 'GET',
  path: '/v1/api/deliverables',
  summary: 'List the deliverables that the caller may view, oldest first. Clients see published ones',
  clientPortal: true,
  leadsBack: true,
  reach: 'call',
  access: to('participant'),
  query: Type.Object({ awaiting, ...paging }),
  replies: { 200: Type.Array(Deliverable) },
  audit: { refusals: 'deliverable.list' },
  reads: { deliverable: 'all', deliverable_approval: 'all' },
})

export const getDeliverable = operation({
  method: 'GET',
  path: '/v1/api/deliverables/{cycleId}',
  summary: 'Read the deliverable of a cycle. Clients see the published version, not the draft',
  clientPortal: true,
  reach: 'call',
  access: toThoseWho('view', 'deliverable', 'params.cycleId'),
  replies: { 200: DeliverableView },
  audit: { refusals: 'deliverable.get' },
  reads: { cycle: 'cycleId', deliverable: 'cycleId', deliverable_approval: 'cycleId' },
})

export const upsertDeliverable = operation({
  method: 'PUT',
  path: '/v1/api/deliverables/{cycleId}',
  summary: 'Update the draft of a deliverable. Omitted fields stay as they are; clients do not see drafts',
  reach: 'call',
  access: toAgencyWho('manage', 'cycle', 'params.cycleId'),
  body: UpsertDeliverable,
  replies: { 200: Deliverable },
  audit: { action: 'deliverable.update', category: 'update', event: 'deliverable.updated' },
})

export const publishDeliverable = operation({
  method: 'POST',
  path: '/v1/api/deliverables/{cycleId}/publish',
  summary: 'Publish the draft as an immutable snapshot. Clients see it until the next one',
  reach: { page: '/deliverables' },
  access: toAgencyWho('manage', 'deliverable', 'params.cycleId'),
  effect: 'outside',
  replies: { 200: Deliverable },
  audit: { action: 'deliverable.publish', category: 'update', severity: 'notice', event: 'deliverable.published' },
})

export const unpublishDeliverable = operation({
  method: 'POST',
  path: '/v1/api/deliverables/{cycleId}/unpublish',
  summary: 'Withdraw a deliverable from clients. Open approval requests can no longer be decided',
  reach: { page: '/deliverables' },
  access: toAgencyWho('manage', 'deliverable', 'params.cycleId'),
  replies: { 200: Deliverable },
  audit: { action: 'deliverable.unpublish', category: 'update', severity: 'notice', event: 'deliverable.unpublished' },
})

export const listDeliverableApprovals = operation({
  method: 'GET',
  path: '/v1/api/deliverables/{cycleId}/approvals',
  summary: 'List the approval requests of a deliverable with their decisions, newest first',
  clientPortal: true,
  reach: 'call',
  access: toThoseWho('view', 'deliverable', 'params.cycleId'),
  query: Type.Object({ awaiting, ...paging }),
  replies: { 200: Type.Array(DeliverableApproval) },
  audit: { refusals: 'deliverable_approval.list' },
  reads: { deliverable: 'cycleId', deliverable_approval: 'cycleId', person: 'all' },
})

export const getApprovalSnapshot = operation({
  method: 'GET',
  path: '/v1/api/deliverables/{cycleId}/approvals/{approvalId}/snapshot',
  summary: 'Read the snapshot of an approval request, as the agency or the reviewer',
  clientPortal: true,
  reach: 'call',
  access: toThoseWho('view', 'asked_deliverable', 'params.cycleId'),
  replies: { 200: ApprovalSnapshot },
  audit: { refusals: 'deliverable_approval.get_snapshot' },
})

export const requestDeliverableApproval = operation({
  method: 'POST',
  path: '/v1/api/deliverables/{cycleId}/approvals',
  summary: 'Request approval of the published deliverable from a person who can see the project',
  reach: 'call',
  access: toAgencyWho('manage', 'deliverable', 'params.cycleId'),
  body: RequestDeliverableApproval,
  replies: { 201: DeliverableApproval },
  errors: {
    notShared: {
      status: 400,
      code: 'reviewer_not_on_project',
      message: 'The project was not shared with that person. Share it with them first.',
    },
    notPublished: conflict({
      code: 'deliverable_not_published',
      message: 'This deliverable is not published, so there is nothing to decide on. Publish it first.',
    }),
    changed,
    alreadyAsked,
  },
  audit: { action: 'deliverable_approval.request', category: 'create', event: 'deliverable_approval.requested' },
})

export const listDeliverableReviewers = operation({
  method: 'GET',
  path: '/v1/api/deliverables/{cycleId}/reviewers',
  summary: 'List the possible reviewers of a deliverable, newest first',
  reach: 'call',
  access: toAgencyWho('manage', 'cycle', 'params.cycleId'),
  ...pagesOf(DeliverableReviewer),
  audit: { refusals: 'deliverable_approval.list_reviewers' },
  reads: {
    member: 'all',
    person: 'all',
    client_account: 'all',
    seat: 'all',
    portal_client: 'all',
    portal_invitation: 'all',
    project_grant: 'all',
  },
})

export const decideDeliverableApproval = operation({
  method: 'POST',
  path: '/v1/api/deliverables/{cycleId}/approvals/{approvalId}/decide',
  summary: 'Approve the published deliverable or request changes. A decision is final',
  clientPortal: true,
  reach: { page: '/' },
  access: toThoseWho('view', 'asked_deliverable', 'params.cycleId'),
  body: DecideDeliverableApproval,
  replies: { 200: DeliverableDecision },
  errors: decideErrors,
  audit: decisionAudit,
})

export const reopenDeliverableDecision = operation({
  method: 'POST',
  path: '/v1/api/deliverables/{cycleId}/approvals/{approvalId}/reopen',
  summary:
    'Ask the same reviewer again about the same revision. The first decision stays as it is; of several, the newest counts',
  clientPortal: true,
  reach: { page: '/deliverables' },
  access: toThoseWho('view', 'asked_deliverable', 'params.cycleId'),
  replies: { 201: DeliverableApproval },
  errors: {
    notReviewer: decideErrors.notReviewer,
    notDecided: conflict({
      code: 'approval_not_decided',
      message: 'This request has no decision yet. Decide it first.',
    }),
    withdrawn: decideErrors.withdrawn,
    republished: decideErrors.republished,
    changed,
    alreadyAsked,
  },
  audit: {
    action: 'deliverable_approval.reopen',
    category: 'create',
    severity: 'notice',
    event: 'deliverable_approval.requested',
  },
})

export const deliverables = contract({
  listDeliverables,
  getDeliverable,
  upsertDeliverable,
  publishDeliverable,
  unpublishDeliverable,
  listDeliverableApprovals,
  getApprovalSnapshot,
  requestDeliverableApproval,
  listDeliverableReviewers,
  decideDeliverableApproval,
  reopenDeliverableDecision,
  prepareDeliverableDecision,
  signDeliverableDecision,
  getDeliverableDecision,
  downloadDeliverableArtifact,
})
