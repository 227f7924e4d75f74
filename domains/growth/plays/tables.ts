import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Evidence, PauseReason, PlayLanguage, PlayStatus, SendApproval, Step } from './rules.ts'

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
