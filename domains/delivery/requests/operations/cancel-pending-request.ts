import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { cancelPendingRequest } from '../contract.ts'
import { decide } from '../decide.ts'
import { presentRequest } from '../present.ts'

const nothingSaid = { deciderName: null, decision: null, feedback: null }

export default (engine: Engine) =>
  handle(cancelPendingRequest, async ({ tx, params, caller, now, fail, ok }) => {
    const decided = { status: 'cancelled', decidedBy: caller.userId, ...nothingSaid } as const
    const row = (await decide(tx, engine, params.id, now, decided)) ?? fail.notPending()
    return ok(await presentRequest(tx, row, caller.role), auditSubject(row))
  })
