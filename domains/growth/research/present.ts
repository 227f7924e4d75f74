import type { Static } from '../../../platform/contract/index.ts'
import type { GrowthBrain, GrowthCitableProject, GrowthProject, GrowthRun } from './contract.ts'
import type { BrainStatement } from './rules.ts'
import type { CitableApproval, CitableRow } from './store-citable.ts'
import type { BrainRow, GrowthProjectRow, GrowthRunRow } from './tables.ts'

export const presentGrowthProject = (row: GrowthProjectRow): Static<typeof GrowthProject> => {
  const { id, name, websiteUrl, notes, createdAt, archivedAt } = row
  return { id, name, websiteUrl, notes, createdAt, archivedAt }
}

export const presentBrain = (
  brain: BrainRow,
  statements: readonly BrainStatement[],
  newestVersion: number,
): Static<typeof GrowthBrain> => ({
  version: brain.version,
  newestVersion,
  source: brain.source,
  writtenBy: brain.writtenBy,
  createdAt: brain.createdAt,
  statements: statements.map(({ pageId: _pageId, ...statement }) => statement),
})

interface RunFacts {
  readonly read: number
  readonly skipped: number
  readonly costMicros: number
}

export const presentGrowthRun = (row: GrowthRunRow, facts: RunFacts): Static<typeof GrowthRun> => ({
  id: row.id,
  status: row.status,
  failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage! },
  pagesRead: facts.read,
  pagesSkipped: facts.skipped,
  statementsWritten: row.statementsWritten,
  statementsDropped: row.statementsDropped,
  brainVersion: row.brainVersion,
  costUsd: facts.costMicros / 1_000_000,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
})

export const presentCitable = (
  row: CitableRow,
  approvals: readonly CitableApproval[],
): Static<typeof GrowthCitableProject> => ({
  ...row,
  approvals: approvals
    .filter(({ projectId }) => projectId === row.projectId)
    .map(({ projectId: _projectId, ...approval }) => approval),
})
