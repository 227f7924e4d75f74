import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** A video is submitted to its provider, and polled until it is made. */
export const videoRun = graph('ai-video', {
  submit: { payload: NoPayload, to: ['submit', 'poll'] },
  poll: { payload: NoPayload, to: ['poll'] },
  cancelled: { payload: NoPayload, to: [] },
})
