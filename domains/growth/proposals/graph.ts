import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** Plays are proposed in one step. */
export const proposalRun = graph('growth-proposals', { propose: { payload: NoPayload, to: [] } })
