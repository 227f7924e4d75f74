import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { OutsideComment } from '../../domain.ts'
import { withdrawLetters } from '../../accounts/letters/index.ts'
import { sentence } from '../sentences/index.ts'
import { decidedLabel, restLabel } from './rules.ts'
import { decideRequest, type Decided, requestPage } from './store.ts'
import type { RequestRow } from './tables.ts'
import { newest } from '../../../platform/db/page.ts'
import { recordRequest } from './audit-subject.ts'

/** Decides a request and resumes its run; undefined if it was not pending or its run does not wait: decisions/0032. */
export const decide = async (
  tx: Transaction,
  engine: Engine,
  id: string,
  now: Date,
  decided: Decided,
): Promise<RequestRow | undefined> => {
  const row = await decideRequest(tx, { id, now, ...decided })
  if (row) await withdrawLetters(tx, { subjectId: row.id, now })
  if (!row?.blocking || !row.runId) return row
  const isResumed = await engine.resume(tx, row.runId, decidedLabel)
  return isResumed || row.status === 'cancelled' ? row : undefined
}

/**
 * Closes the question about a change, and lets its run try the parts that had no time before it asks again; undefined if
 * the request was not pending any more, false if nothing of the change is left to try.
 */
export const tryRest = async (
  tx: Transaction,
  engine: Engine,
  { id, decidedBy, now }: { readonly id: string; readonly decidedBy: string; readonly now: Date },
): Promise<RequestRow | false | undefined> => {
  const decision = sentence('rest_is_tried')
  const row = await decideRequest(tx, { id, now, status: 'cancelled', decidedBy, decision })
  if (!row) return undefined
  if (!row.runId || !(await engine.resume(tx, row.runId, restLabel, { triesRest: true }))) return false
  await withdrawLetters(tx, { subjectId: row.id, now })
  return row
}

/** The newest waiting requests among which the question is looked for. */
const readMost = 20
/** Characters of an answer that are stored; longer text is cut. */
const decisionMost = 5_000

/**
 * Answers the oldest question of a cycle that waits for the agency, among its newest requests, with words from a
 * tracker, whose `author` is no person of this workspace. False if none waits. An approval is never given so: it needs
 * a person who is signed in.
 */
export const answerFromOutside = async (
  tx: Transaction,
  engine: Engine,
  { cycleId, author, text, source, now }: Omit<OutsideComment, 'projectId'> & { readonly author: string },
): Promise<boolean> => {
  const { rows } = await requestPage(tx, newest, readMost, { status: 'pending', cycleId })
  const question = rows.findLast((row) => row.requestType === 'question' && row.requiredActor === 'agency')
  if (!question) return false
  const decided = await decide(tx, engine, question.id, now, {
    status: 'approved',
    decidedBy: null,
    deciderName: author,
    decision: text.slice(0, decisionMost),
  })
  if (!decided) return false
  recordRequest(tx, decided, 'pending_request.resolved', {
    action: 'pending_request.resolve',
    category: 'update',
    actor: { type: 'system', id: null },
    source,
  })
  return true
}
