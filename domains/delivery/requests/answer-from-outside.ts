import { newest } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { recordRequest } from './audit-subject.ts'
import { decide } from './decide.ts'
import { requestPage } from './store.ts'

interface OutsideAnswer {
  readonly cycleId: string
  /** The name of the author at the tracker, who is no person of this workspace. */
  readonly author: string
  readonly text: string
  readonly source: 'codehost' | 'tracker'
  readonly now: Date
}

/** The newest waiting requests among which the question is looked for. */
const readMost = 20
/** Characters of an answer that are stored; longer text is cut. */
const decisionMost = 5_000

/**
 * Answers the oldest question of a cycle that waits for the agency, among its newest requests, with words from a
 * tracker. False if none waits. An approval is never given so: it needs a person who is signed in.
 */
export const answerFromOutside = async (
  tx: Transaction,
  engine: Engine,
  { cycleId, author, text, source, now }: OutsideAnswer,
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
