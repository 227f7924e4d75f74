import { table, type RowOf } from '../../../platform/db/table.ts'
import type {
  Citation,
  DraftFailure,
  DraftRunStatus,
  Evidence,
  MessageAuthor,
  MessageIntent,
  MessageKind,
  MessageStatus,
  PauseReason,
  PlayLanguage,
  PlayStatus,
  SendApproval,
  Step,
} from './rules.ts'

export const growthPlay = table(
  'growth_play',
  {
    id: 'uuid',
    growthProjectId: 'uuid',
    name: 'text',
    status: 'text',
    audience: 'text',
    language: 'text',
    excludedCountries: 'text[]',
    excludesUnknownLaw: 'bool',
    steps: 'jsonb',
    bookingUrl: 'text?',
    hardCapMicros: 'int8?',
    sendApproval: 'text',
    mailboxIds: 'uuid[]',
    acknowledgedBy: 'uuid?',
    acknowledgedAt: 'timestamptz?',
    pauseReason: 'text?',
    launchedAt: 'timestamptz?',
    growthRunId: 'uuid?',
    evidence: 'jsonb',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', proposedAs: 'text[]' },
)
export type PlayRow = RowOf<
  typeof growthPlay,
  {
    status: PlayStatus
    language: PlayLanguage
    steps: readonly Step[]
    sendApproval: SendApproval
    pauseReason: PauseReason | null
    evidence: readonly Evidence[]
  }
>

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

export const growthDraftRun = table(
  'growth_draft_run',
  {
    id: 'uuid',
    growthProjectId: 'uuid',
    growthPlayId: 'uuid',
    status: 'text',
    runId: 'uuid?',
    leadIds: 'uuid[]?',
    lastLeadId: 'uuid?',
    leads: 'int4',
    drafts: 'int4',
    leadsSkipped: 'int4',
    sentencesDropped: 'int4',
    failureCode: 'text?',
    failureMessage: 'text?',
    startedBy: 'uuid',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid' },
)
export type DraftRunRow = RowOf<typeof growthDraftRun, { status: DraftRunStatus; failureCode: DraftFailure | null }>
