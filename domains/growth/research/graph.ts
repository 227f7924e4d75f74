import { graph, NoPayload } from '../../../platform/jobs/index.ts'

/**
 * The website is read page by page; pages that were read before a process died stay read. Then the brain is written.
 */
export const researchRun = graph('growth-research', {
  read: { payload: NoPayload, to: ['write'] },
  write: { payload: NoPayload, to: [] },
})
