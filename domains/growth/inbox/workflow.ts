import { replyRun } from './graph.ts'
import type { SortParts } from './parts.ts'
import { sortStep } from './steps/sort.ts'

/** The sorting of one reply. One that could not be sorted is left for people. */
export const replyWorkflow = (parts: SortParts) =>
  replyRun.workflow({ first: 'sort', steps: { sort: sortStep(parts) }, ended: async () => undefined })
