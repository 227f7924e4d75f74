import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** A model names the intent of a reply whose own words do not show it. */
export const replyRun = graph('growth-reply', { sort: { payload: NoPayload, to: [] } })
