import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { parseRun } from './graph.ts'
import type { ParseWork } from './parts.ts'
import { recordParsed } from './record-changes.ts'
import { readDocumentStep } from './steps/read-document.ts'
import { moveToFailed } from './store-parses.ts'

/** The parsing of one document. */
export const parseWorkflow = (parts: ParseWork) =>
  parseRun.workflow({ first: 'read', steps: { read: readDocumentStep(parts) }, ended })

/** A run that the engine itself ended, such as one whose process died again and again, is a failure for people too. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const failed = await moveToFailed(tx, run.subjectId, 'internal', now)
  if (failed) recordParsed(tx, failed)
}
