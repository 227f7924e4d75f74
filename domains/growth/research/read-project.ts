import type { Transaction } from '../../../platform/db/transaction.ts'
import { usageOfRuns } from '../../agents/spending/index.ts'
import { presentBrain, presentGrowthProject, presentGrowthRun } from './present.ts'
import { findBrain, statementsOf } from './store-brain.ts'
import { pageCounts } from './store-pages.ts'
import { newestGrowthRun } from './store-runs.ts'
import type { GrowthProjectRow, GrowthRunRow } from './tables.ts'

/** A run as people see it. */
export const readRun = async (tx: Transaction, row: GrowthRunRow) => {
  const used = row.runId === null ? [] : await usageOfRuns(tx, [row.runId])
  const costMicros = used.reduce((sum, one) => sum + one.costMicros, 0)
  return presentGrowthRun(row, { ...(await pageCounts(tx, row.id)), costMicros })
}

/** A version of the brain for people; undefined without one. */
export const readBrainOf = async (tx: Transaction, project: GrowthProjectRow, version = project.brainVersion) => {
  const place = { growthProjectId: project.id, version }
  const brain = await findBrain(tx, place)
  return brain && presentBrain(brain, await statementsOf(tx, place), project.brainVersion)
}

/** A growth project with its brain and its last run. */
export const readProject = async (tx: Transaction, project: GrowthProjectRow) => {
  const run = await newestGrowthRun(tx, project.id)
  return {
    ...presentGrowthProject(project),
    brain: (await readBrainOf(tx, project)) ?? null,
    lastRun: run ? await readRun(tx, run) : null,
  }
}
