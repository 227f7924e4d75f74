import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { auditSubject } from '../audit-subject.ts'
import { resolvePendingRequest } from '../contract.ts'
import { decide } from '../decide.ts'
import { presentRequest } from '../present.ts'
import { answerText, nonBlank } from '../rules.ts'
import { sendLineComments } from '../send-line-comments.ts'

export interface ResolveParts {
  readonly engine: Engine
  readonly everyDomain: Pick<EveryDomain, 'answerQuestion'>
}

export default ({ engine, everyDomain }: ResolveParts) =>
  handle(resolvePendingRequest, async ({ tx, params, caller, body, now, fail, ok }) => {
    const row =
      (await decide(tx, engine, params.id, now, {
        status: body.status,
        decidedBy: caller.userId,
        deciderName: (isAgency(caller.role) ? nonBlank(body.decidedBy) : undefined) ?? null,
        decision: nonBlank(body.decision) ?? null,
        feedback: nonBlank(body.feedback) ?? null,
      })) ?? fail.notPending()
    if (row.requestType === 'question' && row.requiredActor === 'client')
      await everyDomain.answerQuestion(tx, {
        projectId: row.projectId,
        cycleId: row.cycleId,
        text: answerText(row),
        authorSide: isAgency(caller.role) ? 'agency' : 'client',
        answeredBy: caller.userId,
        now,
      })
    const lineComments = await sendLineComments(tx, row, now)
    const { metadata, ...subject } = auditSubject(row)
    return ok(await presentRequest(tx, row, caller.role), {
      ...subject,
      metadata: { ...metadata, ...(lineComments > 0 && { lineComments }) },
    })
  })
