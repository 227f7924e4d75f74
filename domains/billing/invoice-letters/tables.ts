import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Language } from '../billables/contract/identities.ts'
import type { XmlObstacle } from './contract.ts'
import type { EndedState, InvoiceLetterKind, PayLink } from './rules.ts'

export const invoiceReminders = table(
  'invoice_reminders',
  { clientAccountId: 'uuid?', days: 'jsonb', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type RemindersRow = RowOf<typeof invoiceReminders, { days: number[] }>

export const reminderObstacle = table(
  'invoice_reminder_obstacle',
  { invoiceId: 'uuid', dayOffset: 'int4', reason: 'text', field: 'text?', createdAt: 'timestamptz' },
  { workspaceId: 'uuid' },
)

export const invoiceLetter = table(
  'client_invoice_letter',
  {
    id: 'uuid',
    invoiceId: 'uuid',
    mailId: 'uuid',
    kind: 'text',
    dayOffset: 'int4?',
    invoiceStatus: 'text',
    recipient: 'text',
    language: 'text',
    hasXml: 'bool',
    xmlOmitted: 'text?',
    xmlLacks: 'text[]',
    payLink: 'text',
    evidenceSha256: 'text?',
    documentHashes: 'text[]',
    createdAt: 'timestamptz',
    withdrawnAt: 'timestamptz?',
    outcome: 'text?',
    reason: 'text?',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', createdBy: 'uuid?' },
)
export type InvoiceLetterRow = RowOf<
  typeof invoiceLetter,
  {
    kind: InvoiceLetterKind
    invoiceStatus: 'final' | 'paid'
    language: Language
    xmlOmitted: XmlObstacle | null
    payLink: PayLink
    outcome: EndedState | null
  }
>
