import { Type } from 'typebox'
import { contract, operation, to, toThoseWho } from '../../../platform/contract/index.ts'
import { CommitSha, Id, maybe, namedObject, oneOf, paging, Time } from '../../../platform/contract/schema.ts'
import { requestStatuses, requestTypes, requiredActors } from './rules.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    /** Filter: requests that the caller may decide. */
    pending_request: 'project'
  }
}

const RequestReason = namedObject('RequestReason', {
  code: Type.String({ examples: ['approval_required'], description: 'What kind of reason it is' }),
  message: Type.String({ examples: ['The project asks for an approval of every change.'] }),
  kind: Type.Optional(Type.String({ description: 'The kind of finding, if the review found it' })),
  path: Type.Optional(Type.String({ description: 'The file that it is about' })),
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'The line in that file' })),
})

const requestFields = {
  id: Id,
  projectId: Id,
  cycleId: Id,
  taskId: maybe(Id),
  taskTitle: maybe(Type.String({ examples: ['Show the opening hours'] })),
  runId: maybe(Id),
  requestType: oneOf(requestTypes),
  requiredActor: oneOf(requiredActors),
  blocking: Type.Boolean(),
  status: oneOf(requestStatuses),
  title: Type.String({ examples: ['Merge “Show the opening hours”?'] }),
  question: Type.String({ examples: ['The change passed its review. May it be merged into main?'] }),
  reasons: Type.Array(RequestReason, { description: 'Why a person is asked, one reason each' }),
  commitSha: maybe(CommitSha, { description: 'The commit to decide on; null without one' }),
  createdAt: Time,
  decidedAt: maybe(Time),
  decidedBy: maybe(Type.String({ examples: ['Ada Lovelace'] })),
  decision: maybe(Type.String()),
  feedback: maybe(Type.String()),
}
export const PendingRequest = namedObject('PendingRequest', requestFields)
export const PendingRequestListItem = namedObject('PendingRequestListItem', {
  ...requestFields,
  project: namedObject('RequestProject', { id: Id, name: Type.String({ examples: ['Shop'] }) }),
})

const ResolvePendingRequest = namedObject('ResolvePendingRequest', {
  status: oneOf(['approved', 'denied', 'rest'], {
    description:
      'With `rest` the parts of the change that were not tried in time are tried; then it merges, or another request asks',
  }),
  decidedBy: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The decider’s name, if that is not the caller; ignored from a client',
    }),
  ),
  decision: Type.Optional(Type.String({ maxLength: 5_000 })),
  feedback: Type.Optional(Type.String({ maxLength: 5_000 })),
})

const RequestStatus = oneOf(requestStatuses)

const notPending = {
  status: 400,
  code: 'request_not_pending',
  message: 'This request is no longer pending: it was decided or cancelled.',
} as const

/** A caller without the right to decide a request gets the same answer as for an unknown one. */
const onRequest = { kind: 'pending_request', id: 'params.id', needs: 'steer', short: 404 } as const

export const listPendingRequests = operation({
  method: 'GET',
  path: '/v1/api/pending-requests',
  summary: 'List the pending requests that the caller may decide, newest first',
  clientPortal: true,
  reach: 'call',
  access: to('participant'),
  query: Type.Object({
    status: Type.Optional(RequestStatus),
    cycleId: Type.Optional(Type.String()),
    taskId: Type.Optional(Type.String()),
    ...paging,
  }),
  replies: { 200: Type.Array(PendingRequestListItem) },
  audit: { refusals: 'pending_request.list' },
  reads: { pending_request: 'all', project: 'all' },
})

export const getPendingRequest = operation({
  method: 'GET',
  path: '/v1/api/pending-requests/{id}',
  summary: 'Read a pending request that the caller may decide',
  clientPortal: true,
  reach: 'call',
  access: { who: 'participant', on: onRequest },
  replies: { 200: PendingRequest },
  audit: { refusals: 'pending_request.get' },
  reads: { pending_request: 'entityId' },
})

export const resolvePendingRequest = operation({
  method: 'POST',
  path: '/v1/api/pending-requests/{id}/resolve',
  summary: 'Resolve a pending request. A run that waited for it continues',
  clientPortal: true,
  reach: { page: '/?open={id}' },
  access: { who: 'participant', on: onRequest },
  body: ResolvePendingRequest,
  replies: { 200: PendingRequest },
  errors: {
    notPending,
    nothingToTry: {
      status: 400,
      code: 'nothing_to_try',
      message: 'Nothing of this change is left to try: approve it or deny it.',
    },
  },
  audit: { action: 'pending_request.resolve', category: 'update', event: 'pending_request.resolved' },
})

export const cancelPendingRequest = operation({
  method: 'POST',
  path: '/v1/api/pending-requests/{id}/cancel',
  summary: 'Cancel a pending request. The waiting run continues as if it had been denied',
  reach: { page: '/?open={id}' },
  access: { who: 'agency', on: { ...onRequest, needs: 'manage' } },
  replies: { 200: PendingRequest },
  errors: { notPending },
  audit: { action: 'pending_request.cancel', category: 'update', event: 'pending_request.cancelled' },
})

export const listCyclePendingRequests = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/pending-requests',
  summary: 'List the pending requests of a cycle that the caller may decide, newest first',
  reach: 'call',
  access: toThoseWho('view', 'cycle', 'params.id'),
  query: Type.Object({ status: Type.Optional(RequestStatus), ...paging }),
  replies: { 200: Type.Array(PendingRequest) },
  audit: { refusals: 'pending_request.list_cycle' },
  reads: { pending_request: 'cycleId' },
})

export const requests = contract({
  listPendingRequests,
  getPendingRequest,
  resolvePendingRequest,
  cancelPendingRequest,
  listCyclePendingRequests,
})
