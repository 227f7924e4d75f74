import { validate } from 'uuid'
import { isAgency } from '../../../platform/access/index.ts'
import { pageMost } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { shownTo } from '../../code/projects/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { sendDrafts } from '../line-comments/index.ts'
import { auditSubject } from './audit-subject.ts'
import * as contract from './contract.ts'
import { decide, tryRest } from './decide.ts'
import { presentRequest, presentRequests, presentListed } from './present.ts'
import { answerText, nonBlank } from './rules.ts'
import { findRequest, requestPage } from './store.ts'
import type { RequestRow } from './tables.ts'

/** Sends the line drafts of the person who sends a change back with the decision; returns the number of comments. */
const sendLineComments = async (tx: Transaction, row: RequestRow, now: Date): Promise<number> => {
  const { id: requestId, requestType, status, feedback, taskId, decidedBy } = row
  const isSentBack = requestType === 'approval' && status === 'denied' && feedback !== null
  if (!isSentBack || taskId === null || decidedBy === null) return 0
  return sendDrafts(tx, { taskId, userId: decidedBy, requestId, now })
}

const cancelPendingRequest = (engine: Engine) =>
  handle(contract.cancelPendingRequest, async ({ tx, params, caller, now, fail, ok }) => {
    const decided = { status: 'cancelled', decidedBy: caller.userId } as const
    const row = (await decide(tx, engine, params.id, now, decided)) ?? fail.notPending()
    return ok(await presentRequest(tx, row, caller.role), auditSubject(row))
  })

const getPendingRequest = handle(contract.getPendingRequest, async ({ tx, params, caller, absent, ok }) =>
  ok(await presentRequest(tx, (await findRequest(tx, { id: params.id })) ?? absent(), caller.role)),
)

const listCyclePendingRequests = handle(contract.listCyclePendingRequests, async (context) => {
  const { tx, caller, params, query, next, ok } = context
  const { status, cursor, limit = pageMost } = query
  const page = await requestPage(tx, cursorOf(cursor), limit, { status, cycleId: params.id, ...shownTo(caller) })
  next(page.next)
  return ok(await presentRequests(tx, page.rows, caller.role))
})

const listPendingRequests = handle(contract.listPendingRequests, async ({ tx, caller, query, next, ok }) => {
  const { status, cycleId, taskId, cursor, limit = pageMost } = query
  const after = cursorOf(cursor)
  if ([cycleId, taskId].some((id) => id !== undefined && !validate(id))) return ok([])
  const page = await requestPage(tx, after, limit, { status, cycleId, taskId, ...shownTo(caller) })
  next(page.next, page.count)
  return ok(await presentListed(tx, page.rows, caller.role))
})

interface ResolveParts {
  readonly engine: Engine
  readonly everyDomain: Pick<EveryDomain, 'answerQuestion'>
}

const resolvePendingRequest = ({ engine, everyDomain }: ResolveParts) =>
  handle(contract.resolvePendingRequest, async ({ tx, params, caller, body, now, fail, ok }) => {
    if (body.status === 'rest') {
      const tried = (await tryRest(tx, engine, { id: params.id, decidedBy: caller.userId, now })) ?? fail.notPending()
      return tried ? ok(await presentRequest(tx, tried, caller.role), auditSubject(tried)) : fail.nothingToTry()
    }
    const row =
      (await decide(tx, engine, params.id, now, {
        status: body.status,
        decidedBy: caller.userId,
        deciderName: isAgency(caller.role) ? nonBlank(body.decidedBy) : undefined,
        decision: nonBlank(body.decision),
        feedback: nonBlank(body.feedback),
      })) ?? fail.notPending()
    const { projectId, cycleId } = row
    const authorSide = isAgency(caller.role) ? 'agency' : 'client'
    const answered = { projectId, cycleId, text: answerText(row), authorSide, answeredBy: caller.userId, now } as const
    if (row.requestType === 'question' && row.requiredActor === 'client') await everyDomain.answerQuestion(tx, answered)
    const lineComments = await sendLineComments(tx, row, now)
    const subject = auditSubject(row)
    const metadata = { ...subject.metadata, ...(lineComments > 0 && { lineComments }) }
    return ok(await presentRequest(tx, row, caller.role), { ...subject, metadata })
  })

export default (parts: ResolveParts) => ({
  listPendingRequests,
  getPendingRequest,
  resolvePendingRequest: resolvePendingRequest(parts),
  cancelPendingRequest: cancelPendingRequest(parts.engine),
  listCyclePendingRequests,
})
