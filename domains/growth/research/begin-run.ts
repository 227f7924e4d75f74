import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { researchRun } from './graph.ts'
import { insertGrowthRun, saveRunOf } from './store-runs.ts'

interface RunRequest {
  readonly growthProjectId: string
  readonly userId: string
  readonly now: Date
}

/** Starts a run of research in a growth project that is locked and has none at work. */
export const beginRun = async (tx: Transaction, engine: Pick<Engine, 'start'>, request: RunRequest) => {
  const run = await insertGrowthRun(tx, { id: uuidv7(), ...request })
  const { graph: kind, name: first } = researchRun.at.read
  const { id: runId } = await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: run.id, first })
  await saveRunOf(tx, run.id, runId)
  return { ...run, runId }
}
