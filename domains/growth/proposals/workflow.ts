import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { proposalRun } from './graph.ts'
import type { ProposalWork } from './parts.ts'
import { recordProposalsEnded } from './record-changes.ts'
import { proposeStep } from './steps/propose.ts'
import { failProposalRun } from './store.ts'

/** One run that proposes plays. */
export const proposalWorkflow = (parts: ProposalWork) =>
  proposalRun.workflow({ first: 'propose', steps: { propose: proposeStep(parts) }, ended })

const message = 'Something went wrong on our side. Read the website again.'

/** A run that the engine itself ended, such as one whose process died again and again. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const failed = await failProposalRun(tx, { id: run.subjectId, code: 'internal', message, now })
  if (failed) recordProposalsEnded(tx, failed)
}
