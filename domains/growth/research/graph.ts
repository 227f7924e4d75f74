import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/** Reads the website page by page, resuming after the pages that were read, and then writes the brain. */
export const researchRun = graph('growth-research', {
  read: { payload: NoPayload, to: ['write'] },
  write: { payload: NoPayload, to: [] },
})
