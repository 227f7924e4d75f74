import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** A document is read page by page; what was read before its process died stays read. */
export const parseRun = graph('ai-parse', { read: { payload: NoPayload, to: [] } })
