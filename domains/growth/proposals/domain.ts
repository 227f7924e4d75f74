import {
  type ScheduledContext,
  inDueWorkspaces,
  type Engine,
  type EndContext,
  type RunEnd,
} from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { growthProposals } from './contract.ts'
import { type ProposalParts, proposalJobActions, recordProposalsEnded } from './write-proposals.ts'
import handlers from './handlers.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { proposalsDueIn, claimRunsForProposals } from '../research/index.ts'
import type { WriterParts } from '../settings/index.ts'
import { proposalRun } from './graph.ts'
import { insertProposalRun, saveProposalRunOf, failProposalRun } from './store.ts'
import { proposeStep } from './steps/propose.ts'

const message = 'Something went wrong on our side. Read the website again.'

/** A run that the engine itself ended, such as one whose process died again and again. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const failed = await failProposalRun(tx, { id: run.subjectId, code: 'internal', message, now })
  if (failed) recordProposalsEnded(tx, failed)
}

const limit = 20

/** Starts a run that proposes plays for each research run that finished. */
const sweepResearch = ({ database, engine }: ProposalParts, context: ScheduledContext): Promise<void> => {
  const beginIn = (workspace: string) => database.within(workspace, (tx) => beginProposals(tx, engine))
  return inDueWorkspaces(database, proposalsDueIn, beginIn, context)
}

/** A research run is taken and its proposals are started in one transaction, so that each leads to one run. */
const beginProposals = async (tx: Transaction, engine: Pick<Engine, 'start'>): Promise<void> => {
  const now = await tx.now()
  for (const { id: growthRunId, growthProjectId, startedBy } of await claimRunsForProposals(tx, { limit })) {
    const run = await insertProposalRun(tx, { id: uuidv7(), growthProjectId, growthRunId, userId: startedBy, now })
    const { graph: kind, name: first } = proposalRun.at.propose
    const { id: runId } = await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: run.id, first })
    await saveProposalRunOf(tx, { id: run.id, runId })
  }
}

const lookEverySeconds = 5

export default domain({
  name: 'proposals',
  contract: growthProposals,
  handlers,
  workflows: (parts: WriterParts) => [
    proposalRun.workflow({ first: 'propose', steps: { propose: proposeStep(parts) }, ended }),
  ],
  schedules: (parts: ProposalParts) => [
    { name: 'growth-proposals', everySeconds: lookEverySeconds, work: (context) => sweepResearch(parts, context) },
  ],
  jobActions: proposalJobActions,
})
