import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { researchRun } from './graph.ts'
import type { ResearchWork } from './parts.ts'
import { recordEnded } from './record-changes.ts'
import { readWebsiteStep } from './steps/read-website.ts'
import { writeBrainStep } from './steps/write-brain.ts'
import { failGrowthRun } from './store-runs.ts'

/** One research run. */
export const researchWorkflow = (parts: ResearchWork) =>
  researchRun.workflow({
    first: 'read',
    steps: { read: readWebsiteStep(parts), write: writeBrainStep(parts) },
    ended,
  })

const message = 'Something went wrong on our side. Start the run again.'

/** A run that the engine itself ended, such as one whose process died again and again, is a failure for people too. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const failed = await failGrowthRun(tx, { id: run.subjectId, code: 'internal', message, now })
  if (failed) recordEnded(tx, failed)
}
