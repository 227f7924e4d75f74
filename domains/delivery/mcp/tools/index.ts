import type { Tool } from '../tool.ts'
import { answerQuestion } from './answer-question.ts'
import { callOperation } from './call-operation.ts'
import { listDeliverablesTool } from './list-deliverables.ts'
import { listWaiting } from './list-waiting.ts'
import { proposeCycleTool } from './propose-cycle.ts'
import { readDiff } from './read-diff.ts'
import { searchOperations } from './search-operations.ts'
import { watchCycle } from './watch-cycle.ts'

/** Two tools reach every operation; the others are for the usual work. */
export const tools: readonly Tool[] = [
  searchOperations,
  callOperation,
  proposeCycleTool,
  watchCycle,
  answerQuestion,
  readDiff,
  listWaiting,
  listDeliverablesTool,
]
