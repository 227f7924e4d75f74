import type { PostKind } from '../../../execution/trackers/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'

export const linearSession = table(
  'linear_session',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid?',
    sessionKey: 'text',
    issueKey: 'text',
    issueTitle: 'text',
    issueUrl: 'text',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', trackerId: 'uuid?', toldStatus: 'text?', closedAt: 'timestamptz?' },
)
export type LinearSessionRow = RowOf<typeof linearSession>

export const tracker = table(
  'tracker',
  {
    id: 'uuid',
    kind: 'text',
    name: 'text',
    baseUrl: 'text',
    keyVersion: 'int4',
    ciphertext: 'bytea',
    hasWebhookSecret: 'bool',
    lastDeliveryAt: 'timestamptz?',
    tokenExpiresAt: 'timestamptz?',
    nextRenewalAt: 'timestamptz?',
    renewalAttempts: 'int4',
    renewalError: 'text?',
    createdAt: 'timestamptz',
    createdBy: 'uuid',
  },
  { workspaceId: 'uuid', hookTokenHash: 'bytea', warnedAt: 'timestamptz?', nameKey: 'text?' },
)
export type TrackerRow = RowOf<typeof tracker, { kind: 'linear' }>

export const trackerLink = table(
  'tracker_link',
  {
    projectId: 'uuid',
    trackerId: 'uuid?',
    teamKey: 'text?',
    lookAt: 'timestamptz?',
    error: 'text?',
    linkedAt: 'timestamptz',
    linkedBy: 'uuid',
  },
  { workspaceId: 'uuid' },
)
export type TrackerLinkRow = RowOf<typeof trackerLink>

export const trackerDelivery = table(
  'tracker_delivery',
  { trackerId: 'uuid', deliveryId: 'text', receivedAt: 'timestamptz' },
  { workspaceId: 'uuid' },
)

export const trackerPost = table(
  'tracker_post',
  {
    id: 'uuid',
    sessionId: 'uuid',
    key: 'text',
    kind: 'text',
    body: 'text',
    createdAt: 'timestamptz',
    sentAt: 'timestamptz?',
    attempts: 'int4',
    nextAttemptAt: 'timestamptz?',
    error: 'text?',
  },
  { workspaceId: 'uuid' },
)
export type TrackerPostRow = RowOf<typeof trackerPost, { kind: PostKind }>

export const trackerNote = table(
  'tracker_note',
  { sessionId: 'uuid', noteId: 'text', readAt: 'timestamptz' },
  { workspaceId: 'uuid' },
)
