import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** A model says what a reply wants whose own words do not tell. */
export const replyRun = graph('growth-reply', {
  sort: { payload: NoPayload, to: [] },
})
