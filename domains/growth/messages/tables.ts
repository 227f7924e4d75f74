import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Citation } from '../plays/rules.ts'
import type { MessageAuthor, MessageIntent, MessageKind, MessageStatus } from './rules.ts'

export const growthMessage = table(
  'growth_message',
  {
    id: 'uuid',
    growthProjectId: 'uuid',
    growthPlayId: 'uuid?',
    leadId: 'uuid',
    mailboxId: 'uuid?',
    direction: 'text',
    step: 'int4?',
    status: 'text',
    subject: 'text',
    body: 'text',
    citations: 'jsonb',
    author: 'text',
    writtenBy: 'uuid?',
    approvedBy: 'uuid?',
    approvedAt: 'timestamptz?',
    dueAt: 'timestamptz?',
    attempts: 'int4',
    handedOverAt: 'timestamptz?',
    sentAt: 'timestamptz?',
    receivedAt: 'timestamptz?',
    resolvedBy: 'uuid?',
    messageId: 'text?',
    inReplyTo: 'text?',
    referenceIds: 'text[]',
    failure: 'text?',
    senderAddress: 'text?',
    kind: 'text?',
    intent: 'text?',
    intentBy: 'text?',
    needsDecision: 'bool',
    namesLead: 'bool',
    heldDomain: 'text?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type MessageRow = RowOf<
  typeof growthMessage,
  {
    direction: 'out' | 'in'
    status: MessageStatus
    citations: readonly Citation[]
    author: MessageAuthor
    kind: MessageKind | null
    intent: MessageIntent | null
    intentBy: 'rule' | 'model' | 'person' | null
  }
>
