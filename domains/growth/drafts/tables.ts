import { table, type RowOf } from '../../../platform/db/table.ts'
import type { DraftFailure, DraftRunStatus } from './rules.ts'

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
