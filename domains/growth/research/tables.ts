import { table, type RowOf } from '../../../platform/db/table.ts'
import type { GrowthRunStatus, RunFailure, StatementKind, StatementOrigin } from './rules.ts'

export const growthProject = table(
  'growth_project',
  {
    id: 'uuid',
    name: 'text',
    websiteUrl: 'text',
    notes: 'text?',
    brainVersion: 'int4',
    createdAt: 'timestamptz',
    archivedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', createdBy: 'uuid', archivedBy: 'uuid?' },
)
export type GrowthProjectRow = RowOf<typeof growthProject>

export const growthRun = table(
  'growth_run',
  {
    id: 'uuid',
    growthProjectId: 'uuid',
    status: 'text',
    runId: 'uuid?',
    failureCode: 'text?',
    failureMessage: 'text?',
    brainVersion: 'int4?',
    statementsWritten: 'int4',
    statementsDropped: 'int4',
    createdAt: 'timestamptz',
    endedAt: 'timestamptz?',
    startedBy: 'uuid',
  },
  { workspaceId: 'uuid', proposalsDue: 'bool' },
)
export type GrowthRunRow = RowOf<typeof growthRun, { status: GrowthRunStatus; failureCode: RunFailure | null }>

export const growthPage = table(
  'growth_page',
  {
    id: 'uuid',
    number: 'int4',
    askedUrl: 'text',
    url: 'text',
    outcome: 'text',
    depth: 'int4',
    title: 'text',
    content: 'text',
    links: 'text[]',
  },
  { workspaceId: 'uuid', growthRunId: 'uuid', readAt: 'timestamptz' },
)
export type PageOutcome = 'read' | 'refused' | 'duplicate' | 'elsewhere'
export type GrowthPageRow = RowOf<typeof growthPage, { outcome: PageOutcome; links: readonly string[] }>

export const growthBrain = table(
  'growth_brain',
  { version: 'int4', source: 'text', writtenBy: 'uuid?', createdAt: 'timestamptz' },
  { growthProjectId: 'uuid', workspaceId: 'uuid', growthRunId: 'uuid?' },
)
export type BrainRow = RowOf<typeof growthBrain, { source: 'research' | 'person' }>

export const growthStatement = table(
  'growth_statement',
  { id: 'uuid', kind: 'text', statement: 'text', origin: 'text', pageId: 'uuid?', pageUrl: 'text?', quote: 'text?' },
  { growthProjectId: 'uuid', version: 'int4', workspaceId: 'uuid', position: 'int4' },
)
export type StatementRow = RowOf<typeof growthStatement, { kind: StatementKind; origin: StatementOrigin }>
