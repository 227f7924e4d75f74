import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** Drafts are written for a few leads at a time, until none is left. */
export const draftRun = graph('growth-drafts', { write: { payload: NoPayload, to: ['write'] } })
