import { handle } from '../../../../platform/handler/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { undefinedOnConstraint } from '../constraint.ts'
import { voidClientInvoice } from '../contract.ts'
import { presentWhole } from '../present-whole.ts'
import { holdInvoice } from '../find-invoice-for.ts'
import { linesOf } from '../store.ts'
import { correctionsElsewhere, voidInvoice } from '../void.ts'

export default handle(voidClientInvoice, async ({ tx, params, caller, body, now, fail, ok }) => {
  const invoice = (await holdInvoice(tx, params.id)) ?? fail.hidden()
  if (invoice.status === 'void') return fail.alreadyVoid()
  if (invoice.status === 'paid') return fail.paid()
  const lines = await linesOf(tx, invoice.id)
  const which = await correctionsElsewhere(tx, invoice, lines)
  if (which.length > 0) return fail.corrected({ which: [...which] })
  const voiding = { id: invoice.id, reason: body.reason, now, userId: caller.userId }
  const voided = (await undefinedOnConstraint(() => voidInvoice(tx, voiding))) ?? fail.refusedByDatabase()
  return ok(await presentWhole(tx, voided, lines, now), auditSubject(voided, { reason: body.reason }))
})
