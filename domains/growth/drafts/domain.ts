import { domain } from '../../domain.ts'
import { growthDrafts } from './contract.ts'
import handlers from './handlers.ts'
import { type DraftWork, draftJobActions, recordDraftsEnded } from './write-drafts.ts'
import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { draftRun } from './graph.ts'
import { writeStep } from './steps/write.ts'
import { endDraftRun } from './store.ts'

/** A run that the engine itself ended, such as one whose process died again and again. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const message = 'Something went wrong on our side. Start the run again.'
  const failed = await endDraftRun(tx, run.subjectId, { code: 'internal', message }, now)
  if (failed) recordDraftsEnded(tx, failed)
}

export default domain({
  name: 'drafts',
  contract: growthDrafts,
  handlers,
  workflows: (parts: DraftWork) => [draftRun.workflow({ first: 'write', steps: { write: writeStep(parts) }, ended })],
  jobActions: draftJobActions,
})
