import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** Leads of a pass are looked up a few at a time, until none is left. */
export const lookupRun = graph('growth-lookup', { look: { payload: NoPayload, to: ['look'] } })
