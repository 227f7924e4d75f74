import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { inDueWorkspaces, type Engine, type ScheduledContext } from '../../../platform/jobs/index.ts'
import { proposalsDueIn, takeRunsForProposals } from '../research/index.ts'
import { proposalRun } from './graph.ts'
import type { ProposalParts } from './parts.ts'
import { insertProposalRun, saveProposalRunOf } from './store.ts'

const runsAtOnce = 20

/** Starts a run that proposes plays for each research run that finished. */
export const sweepResearch = ({ database, engine }: ProposalParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    database,
    proposalsDueIn,
    (workspace) => database.within(workspace, (tx) => beginProposals(tx, engine)),
    context,
  )

/** A research run is taken and its proposals are started in one transaction, so that each leads to one run. */
const beginProposals = async (tx: Transaction, engine: Pick<Engine, 'start'>): Promise<void> => {
  const now = await tx.now()
  for (const { id: growthRunId, growthProjectId, startedBy } of await takeRunsForProposals(tx, runsAtOnce)) {
    const run = await insertProposalRun(tx, { id: uuidv7(), growthProjectId, growthRunId, userId: startedBy, now })
    const { graph: kind, name: first } = proposalRun.at.propose
    const { id: runId } = await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: run.id, first })
    await saveProposalRunOf(tx, run.id, runId)
  }
}
