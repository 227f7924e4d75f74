import { record } from '../../../platform/audit/index.ts'
import { newest } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { auditSubject, requestEvent } from './audit-subject.ts'
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

const readMost = 20
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
    feedback: null,
  })
  if (!decided) return false
  const { resource, parent, metadata: details } = auditSubject(decided)
  record(
    tx,
    {
      action: 'pending_request.resolve',
      category: 'update',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source,
      resource,
      ...(parent && { parent }),
      ...(details && { details }),
    },
    requestEvent('pending_request.resolved', decided),
  )
  return true
}
