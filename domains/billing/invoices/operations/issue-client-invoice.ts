import { parseTimestamp } from '../../../../platform/contract/timestamp.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { auditSubject } from '../audit-subject.ts'
import { undefinedOnConstraint } from '../constraint.ts'
import { issueClientInvoice } from '../contract.ts'
import { issueDraft, obstacleInLedger } from '../issue.ts'
import { linesHashOf } from '../lines-hash.ts'
import { presentWhole } from '../present-whole.ts'
import { holdInvoice } from '../find-invoice-for.ts'
import { statusAfter } from '../rules.ts'
import { reconciles } from '../rules/issue.ts'
import { linesOf } from '../store.ts'

export default (everyDomain: Pick<EveryDomain, 'hashesOfIssued'>) =>
  handle(issueClientInvoice, async ({ tx, params, body, caller, now, fail, ok }) => {
    const draft = (await holdInvoice(tx, params.id)) ?? fail.hidden()
    if (!statusAfter(draft.status, 'issue')) return fail.notDraft()
    const lines = await linesOf(tx, draft.id)
    if (lines.length === 0) return fail.noLines()
    if (!reconciles(draft, lines)) return fail.notReconciled()
    const billableIds = lines.map(({ billableId }) => billableId)
    const found = await obstacleInLedger(tx, billableIds)
    if (found) return fail[found.obstacle]({ which: [...found.which] })
    const dueAt = body.dueAt === undefined ? null : parseTimestamp(body.dueAt)!
    const issuing = () => issueDraft(tx, draft, { billableIds, dueAt, now, userId: caller.userId })
    const issued = (await undefinedOnConstraint(issuing)) ?? fail.refusedByDatabase()
    const hashes = { linesSha256: linesHashOf(lines), ...(await everyDomain.hashesOfIssued(tx, issued.id)) }
    return ok(await presentWhole(tx, issued, lines, now), auditSubject(issued, { billableIds, ...hashes }))
  })
