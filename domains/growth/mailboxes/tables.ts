import { table, type RowOf } from '../../../platform/db/table.ts'
import type { MailProvider, MailboxStatus, SetAsideReason } from './rules.ts'

export const growthMailbox = table(
  'growth_mailbox',
  {
    id: 'uuid',
    provider: 'text',
    address: 'text',
    displayName: 'text?',
    status: 'text',
    dailyLimit: 'int4',
    warmUpStartedOn: 'text?',
    timeZone: 'text',
    dkimSelector: 'text?',
    failure: 'text?',
    keyVersion: 'int4?',
    ciphertext: 'bytea?',
    uidValidity: 'int8?',
    lastUid: 'int8?',
    connectedAt: 'timestamptz',
    disconnectedAt: 'timestamptz?',
    setAsideMails: 'int4',
    setAsideReason: 'text?',
  },
  { workspaceId: 'uuid', refreshingUntil: 'timestamptz?', connectedBy: 'uuid', updatedAt: 'timestamptz' },
)
export type MailboxRow = RowOf<
  typeof growthMailbox,
  { provider: MailProvider; status: MailboxStatus; setAsideReason: SetAsideReason | null }
>

export const growthMailboxDay = table(
  'growth_mailbox_day',
  { sent: 'int4' },
  { workspaceId: 'uuid', mailboxId: 'uuid', day: 'text' },
)

export const growthMailboxConnection = table(
  'growth_mailbox_connection',
  { provider: 'text', userId: 'uuid', keyVersion: 'int4', ciphertext: 'bytea', expiresAt: 'timestamptz' },
  { workspaceId: 'uuid', stateHash: 'bytea' },
)
export type ConnectionRow = RowOf<typeof growthMailboxConnection, { provider: 'google' }>

export const growthMailboxRevocation = table(
  'growth_mailbox_revocation',
  { mailboxId: 'uuid', provider: 'text', keyVersion: 'int4', ciphertext: 'bytea', triedUntil: 'timestamptz' },
  { workspaceId: 'uuid', dueAt: 'timestamptz' },
)
export type RevocationRow = RowOf<typeof growthMailboxRevocation, { provider: 'google' | 'microsoft' }>
