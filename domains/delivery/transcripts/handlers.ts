import { validate } from 'uuid'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { cutPage } from '../../../platform/db/page.ts'
import { handle } from '../../../platform/handler/index.ts'
import * as contract from './contract.ts'
import type { TranscriptStep } from './contract.ts'
import { transcriptOf, type TranscriptPlace, type TranscriptRow } from './store.ts'

const badCursor = { path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }

const getCycleTranscript = handle(contract.getCycleTranscript, async ({ tx, params, query, next, invalid, ok }) => {
  const { cursor, taskId, limit = pageMost } = query
  const after = cursor === undefined ? undefined : (placeIn(cursor) ?? invalid([badCursor]))
  const rows = await transcriptOf(tx, { cycleId: params.id, taskId }, limit + 1, after)
  const page = cutPage(rows, limit, (row) => [row.taskId, row.runId, row.stepSeq, row.attempt, row.position].join(' '))
  next(page.next)
  return ok(page.rows.map(present))
})

const numbers = /^\d{1,9} \d{1,9} \d{1,9}$/

const placeIn = (cursor: string): TranscriptPlace | undefined => {
  const [taskId, runId, ...rest] = cursor.split(' ')
  if (!validate(taskId) || !validate(runId) || !numbers.test(rest.join(' '))) return undefined
  const [stepSeq = 0, attempt = 0, position = 0] = rest.map(Number)
  return { taskId: taskId!, runId: runId!, stepSeq, attempt, position }
}

const present = ({ stepSeq, isCut, createdAt, ...row }: TranscriptRow): Static<typeof TranscriptStep> => ({
  ...row,
  seq: stepSeq,
  textTruncated: isCut,
  at: createdAt,
})

export default { getCycleTranscript }
