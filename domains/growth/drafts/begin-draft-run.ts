import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { draftRun } from './graph.ts'
import { insertDraftRun, saveDraftRunOf } from './store.ts'

interface DraftRequest {
  readonly growthProjectId: string
  readonly growthPlayId: string
  /** Null for all leads of the play. */
  readonly leadIds: readonly string[] | null
  readonly userId: string
  readonly now: Date
}

/** Starts a run that writes drafts for a play that is locked and has none at work. */
export const beginDraftRun = async (tx: Transaction, engine: Pick<Engine, 'start'>, request: DraftRequest) => {
  const run = await insertDraftRun(tx, { id: uuidv7(), ...request })
  const { graph: kind, name: first } = draftRun.at.write
  const { id: runId } = await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: run.id, first })
  await saveDraftRunOf(tx, run.id, runId)
  return { ...run, runId }
}
