import type { Static } from '../../../platform/contract/index.ts'
import type { GrowthBrain, GrowthCitableProject, GrowthProject, GrowthRun } from './contract.ts'
import type { BrainStatement } from './rules.ts'
import { type CitableApproval, type CitableRow, findBrain, statementsOf } from './store-brain.ts'
import type { BrainRow, GrowthProjectRow, GrowthRunRow } from './tables.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { usageOfRuns } from '../../agents/spending/index.ts'
import { pageCounts, newestGrowthRun } from './store-runs.ts'

export const presentGrowthProject = (row: GrowthProjectRow): Static<typeof GrowthProject> => {
  const { id, name, websiteUrl, notes, createdAt, archivedAt } = row
  return { id, name, websiteUrl, notes, createdAt, archivedAt }
}

const presentBrain = (
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

const presentGrowthRun = (row: GrowthRunRow, facts: RunFacts): Static<typeof GrowthRun> => ({
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

/** A run as people see it. */
export const readRun = async (tx: Transaction, row: GrowthRunRow) => {
  const used = row.runId === null ? [] : await usageOfRuns(tx, { runIds: [row.runId] })
  const costMicros = used.reduce((sum, one) => sum + one.costMicros, 0)
  return presentGrowthRun(row, { ...(await pageCounts(tx, { growthRunId: row.id })), costMicros })
}

/** A version of the brain for people; undefined without one. */
export const readBrainOf = async (tx: Transaction, project: GrowthProjectRow, version = project.brainVersion) => {
  const place = { growthProjectId: project.id, version }
  const brain = await findBrain(tx, place)
  return brain && presentBrain(brain, await statementsOf(tx, place), project.brainVersion)
}

/** A growth project with its brain and its last run. */
export const readProject = async (tx: Transaction, project: GrowthProjectRow) => {
  const run = await newestGrowthRun(tx, { growthProjectId: project.id })
  return {
    ...presentGrowthProject(project),
    brain: (await readBrainOf(tx, project)) ?? null,
    lastRun: run ? await readRun(tx, run) : null,
  }
}
