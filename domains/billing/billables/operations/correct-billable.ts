import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { amountFor } from '../check-amount.ts'
import { correctBillable } from '../contract/billables.ts'
import { presentBillable } from '../present.ts'
import { leavesEnough } from '../rules.ts'
import { correctionsOf, insertBillable, lockBillable } from '../store.ts'

export default handle(correctBillable, async ({ tx, params, caller, body, now, fail, absent, created }) => {
  const amountMinor = amountFor(body, 'any')
  const charge = (await lockBillable(tx, params.id)) ?? absent()
  if (charge.correctsId !== null) return fail.correctsAnother()
  if (charge.writtenOffAt !== null) return fail.writtenOff()
  if (!leavesEnough(charge, [...(await correctionsOf(tx, charge.id)), body])) return fail.tooMuch()
  const { clientAccountId, currency, taxClass, unit, sourceKind, sourceId, revisionHash } = charge
  const row = await insertBillable(tx, {
    clientAccountId,
    currency,
    taxClass,
    unit,
    sourceKind,
    sourceId,
    revisionHash,
    ...body,
    id: uuidv7(),
    correctsId: charge.id,
    amountMinor,
    createdAt: now,
    createdBy: caller.userId,
  })
  return created(presentBillable(row), auditSubject(row))
})
