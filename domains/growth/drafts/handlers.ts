import { v7 as uuidv7 } from 'uuid'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { usageOfRuns } from '../../agents/spending/index.ts'
import { lockPlay } from '../plays/index.ts'
import { findGrowthProject } from '../research/index.ts'
import * as contract from './contract.ts'
import { draftRun } from './graph.ts'
import { isWriting } from './rules.ts'
import { newestDraftRun, insertDraftRun, saveDraftRunOf, type NewDraftRun } from './store.ts'
import type { DraftRunRow } from './tables.ts'

interface DraftParts {
  readonly engine: Engine
}

const startGrowthDrafts = ({ engine }: DraftParts) =>
  handle(contract.startGrowthDrafts, async ({ tx, params, body, caller, now, absent, fail, accepted }) => {
    const play = (await lockPlay(tx, { id: params.playId })) ?? absent()
    const { growthProjectId, id: growthPlayId } = play
    if ((await findGrowthProject(tx, { id: growthProjectId }))?.archivedAt !== null) return fail.archived()
    if (play.status === 'archived') return fail.playArchived()
    if (play.steps.length === 0) return fail.noSteps()
    if (isWriting((await newestDraftRun(tx, { growthPlayId }))?.status)) return fail.running()
    const { leadIds = null } = body
    const request = { growthProjectId, growthPlayId, leadIds, userId: caller.userId, now }
    const run = await beginDraftRun(tx, engine, request)
    return accepted(await readDraftRun(tx, run), {
      resource: ['growth_draft_run', run.id],
      parent: ['growth_project', growthProjectId],
      metadata: { growthPlayId },
      payload: { growthPlayId },
    })
  })

export default (parts: DraftParts) => ({ startGrowthDrafts: startGrowthDrafts(parts) })

/** Starts a run that writes drafts for a play that is locked and has none at work. */
const beginDraftRun = async (tx: Transaction, engine: Pick<Engine, 'start'>, request: Omit<NewDraftRun, 'id'>) => {
  const run = await insertDraftRun(tx, { id: uuidv7(), ...request })
  const { graph: kind, name: first } = draftRun.at.write
  const { id: runId } = await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: run.id, first })
  await saveDraftRunOf(tx, { id: run.id, runId })
  return { ...run, runId }
}

/** A run of drafts as people see it. */
export const readDraftRun = async (
  tx: Transaction,
  row: DraftRunRow,
): Promise<Static<typeof contract.GrowthDraftRun>> => {
  const { id, status, failureCode, leads, drafts, leadsSkipped, sentencesDropped, createdAt, endedAt } = row
  const usage = row.runId === null ? [] : await usageOfRuns(tx, { runIds: [row.runId] })
  const costUsd = usage.reduce((sum, { costMicros }) => sum + costMicros, 0) / 1_000_000
  const failure = failureCode === null ? null : { code: failureCode, message: row.failureMessage! }
  const counts = { leads, drafts, leadsSkipped, sentencesDropped }
  return { id, status, failure, ...counts, costUsd, createdAt, endedAt }
}
