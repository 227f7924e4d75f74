import { v7 as uuidv7 } from 'uuid'
import { parseTimestamp } from '../../../../platform/contract/timestamp.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findBillingIdentity, holdBillables } from '../../billables/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { undefinedOnConstraint } from '../constraint.ts'
import { createClientInvoiceDraft } from '../contract.ts'
import { entriesOf, linesFor, partiesOf, storedTotals } from '../draft.ts'
import { presentWhole } from '../present-whole.ts'
import { obstacleToReplacing } from '../rules.ts'
import { assembleDraft } from '../rules/draft.ts'
import { servicePeriodOf } from '../rules/service-period.ts'
import { findInvoice, insertDraft } from '../store.ts'

export default handle(createClientInvoiceDraft, async ({ tx, caller, body, now, fail, invalid, created }) => {
  const period = servicePeriodOf(body)
  if ('faults' in period) return invalid(period.faults)
  const { billableIds, replacesInvoiceId = null, taxRatesBps: rates = {} } = body
  const held = await holdBillables(tx, billableIds)
  const unknown = billableIds.filter((id) => !held.some((row) => row.id === id))
  if (unknown.length > 0) return fail.unknownBillable({ which: unknown })
  const rows = billableIds.map((id) => held.find((row) => row.id === id)!)
  const seller = await findBillingIdentity(tx)
  const result = assembleDraft(await entriesOf(tx, rows), { classes: seller?.taxClasses ?? [], rates })
  if ('obstacle' in result) return fail[result.obstacle]({ which: [...result.which] })
  const { clientAccountId, currency } = rows[0]!
  if (replacesInvoiceId !== null) {
    const obstacle = obstacleToReplacing(
      (await findInvoice(tx, replacesInvoiceId)) ?? fail.unknownReplaced(),
      clientAccountId,
    )
    if (obstacle) return fail[obstacle]()
  }
  const draft = {
    // The contract has judged the form.
    dueAt: parseTimestamp(body.dueAt)!,
    id: uuidv7(),
    clientAccountId,
    currency,
    ...storedTotals(result),
    ...(await partiesOf(tx, body, clientAccountId, seller)),
    ...period,
    replacesInvoiceId,
    createdAt: now,
    createdBy: caller.userId,
  }
  const stored = await undefinedOnConstraint(() => insertDraft(tx, draft, linesFor(rows, result)))
  const { row, lines } = stored ?? fail.refusedByDatabase()
  return created(await presentWhole(tx, row, lines, now), auditSubject(row, { billableIds }))
})
