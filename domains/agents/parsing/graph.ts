import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** A document is read page by page; pages that were read before a process died stay read. */
export const parseRun = graph('ai-parse', { read: { payload: NoPayload, to: [] } })
