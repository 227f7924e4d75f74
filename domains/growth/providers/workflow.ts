import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { unmarkLeads } from '../leads/index.ts'
import { lookupRun } from './graph.ts'
import type { LookupParts } from './parts.ts'
import { recordPassEnded } from './record-changes.ts'
import { lookStep } from './steps/look.ts'
import { endPass } from './store-passes.ts'

/** One pass over leads. */
export const lookupWorkflow = (parts: LookupParts) =>
  lookupRun.workflow({ first: 'look', steps: { look: lookStep(parts) }, ended })

/** A run that the engine itself ended, such as one whose process died again and again. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const leadsLeft = await unmarkLeads(tx, run.subjectId)
  const failed = await endPass(tx, { id: run.subjectId, status: 'failed', reason: 'internal', leadsLeft, now })
  if (failed) recordPassEnded(tx, failed)
}
