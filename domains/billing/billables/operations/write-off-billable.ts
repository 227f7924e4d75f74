import { handle } from '../../../../platform/handler/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { writeOffBillable } from '../contract/billables.ts'
import { presentBillable } from '../present.ts'
import { lockBillable, writeOffCharge } from '../store.ts'

export default handle(writeOffBillable, async ({ tx, params, caller, body, now, fail, absent, ok }) => {
  const charge = (await lockBillable(tx, params.id)) ?? absent()
  if (charge.correctsId !== null) return fail.correctsAnother()
  if (charge.writtenOffAt !== null) return fail.writtenOff()
  if (charge.invoiceId !== null) return fail.invoiced()
  const row = await writeOffCharge(tx, { id: charge.id, reason: body.reason, now, userId: caller.userId })
  return ok(presentBillable(row), auditSubject(row))
})
