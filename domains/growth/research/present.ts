import type { Static } from '../../../platform/contract/index.ts'
import type { GrowthBrain, GrowthCitableProject, GrowthProject, GrowthRun } from './contract.ts'
import { type CitableApproval, type CitableRow, findBrain, statementsOf } from './store-brain.ts'
import type { GrowthProjectRow, GrowthRunRow } from './tables.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { usageOfRuns } from '../../agents/spending/index.ts'
import { microsToUsd } from '../../code/projects/rules/caps.ts'
import { pageCounts, newestGrowthRun } from './store-runs.ts'

export const presentGrowthProject = (row: GrowthProjectRow): Static<typeof GrowthProject> => {
  const { id, name, websiteUrl, notes, createdAt, archivedAt } = row
  return { id, name, websiteUrl, notes, createdAt, archivedAt }
}

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
export const readRun = async (tx: Transaction, row: GrowthRunRow): Promise<Static<typeof GrowthRun>> => {
  const used = row.runId === null ? [] : await usageOfRuns(tx, { runIds: [row.runId] })
  const pages = await pageCounts(tx, { growthRunId: row.id })
  return {
    id: row.id,
    status: row.status,
    failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage! },
    pagesRead: pages.read,
    pagesSkipped: pages.skipped,
    statementsWritten: row.statementsWritten,
    statementsDropped: row.statementsDropped,
    brainVersion: row.brainVersion,
    costUsd: microsToUsd(used.reduce((sum, { costMicros }) => sum + costMicros, 0)),
    createdAt: row.createdAt,
    endedAt: row.endedAt,
  }
}

/** A version of the brain for people; undefined without one. */
export const readBrainOf = async (
  tx: Transaction,
  { id: growthProjectId, brainVersion: newestVersion }: GrowthProjectRow,
  version = newestVersion,
): Promise<Static<typeof GrowthBrain> | undefined> => {
  const brain = await findBrain(tx, { growthProjectId, version })
  if (!brain) return undefined
  const { source, writtenBy, createdAt } = brain
  const rows = await statementsOf(tx, { growthProjectId, version })
  const statements = rows.map(({ pageId: _pageId, ...statement }) => statement)
  return { version, newestVersion, source, writtenBy, createdAt, statements }
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
