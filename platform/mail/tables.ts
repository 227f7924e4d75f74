import { type RowOf, table } from '../db/table.ts'

/** Queued messages, and records of messages that were sent or failed. */
export const mail = table(
  'mail',
  {
    id: 'uuid',
    workspaceId: 'uuid?',
    kind: 'text',
    recipient: 'text',
    state: 'text',
    onRequest: 'bool',
    paced: 'bool',
    attempts: 'int4',
    lastError: 'text?',
    rootKeyId: 'text?',
    wrapped: 'bytea?',
    sealed: 'bytea?',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
  { nextAttemptAt: 'timestamptz', holder: 'uuid?', leasedUntil: 'timestamptz?' },
)

export type MailState = 'queued' | 'sent' | 'outbox' | 'failed'
export type MailRow = RowOf<typeof mail, { state: MailState }>
