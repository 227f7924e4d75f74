import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** A batch is handed to its provider and asked about until it ended, or its items are called a few at a time. */
export const batchRun = graph('ai-batch', {
  submit: { payload: NoPayload, to: ['submit', 'poll'] },
  poll: { payload: NoPayload, to: ['poll'] },
  work: { payload: NoPayload, to: ['work'] },
  cancelled: { payload: NoPayload, to: [] },
})
