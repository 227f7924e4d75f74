import { table, type RowOf } from '../../../platform/db/table.ts'
import type { ProposalFailure, ProposalRunStatus } from './rules.ts'

export const growthProposalRun = table(
  'growth_proposal_run',
  {
    id: 'uuid',
    growthProjectId: 'uuid',
    growthRunId: 'uuid',
    status: 'text',
    runId: 'uuid?',
    playsProposed: 'int4',
    playsDropped: 'int4',
    failureCode: 'text?',
    failureMessage: 'text?',
    startedBy: 'uuid',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid' },
)
export type ProposalRunRow = RowOf<
  typeof growthProposalRun,
  { status: ProposalRunStatus; failureCode: ProposalFailure | null }
>
