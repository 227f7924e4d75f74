import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { findBillingIdentity, holdBillables } from '../../billables/index.ts'
import { createClientInvoiceDraft } from '../contract.ts'
import { entriesOf, linesFor, partiesOf, storedTotals } from '../draft.ts'
import { presentInvoice } from '../present.ts'
import { obstacleToReplacing } from '../rules.ts'
import { assembled } from '../rules/draft.ts'
import { findInvoice, insertDraft } from '../store.ts'

export default handle(createClientInvoiceDraft, async ({ tx, workspace, caller, body, now, fail, absent, created }) => {
  // As each billable is absent for a key that names projects.
  if (caller.projectIds) return absent()
  const { billableIds, replacesInvoiceId = null, taxRatesBps: rates = {} } = body
  const held = new Map((await holdBillables(tx, billableIds)).map((row) => [row.id, row]))
  const rows = billableIds.map((id) => held.get(id.toLowerCase()) ?? absent())
  const classes = (await findBillingIdentity(tx))?.taxClasses ?? []
  const result = assembled(await entriesOf(tx, rows), { classes, rates })
  if ('obstacle' in result) return fail[result.obstacle]({ which: [...result.which] })
  const { clientAccountId, currency } = rows[0]!
  if (replacesInvoiceId !== null) {
    const obstacle = obstacleToReplacing((await findInvoice(tx, replacesInvoiceId)) ?? absent(), clientAccountId)
    if (obstacle) return fail[obstacle]()
  }
  const draft = {
    ...{ id: uuidv7(), clientAccountId, currency, ...storedTotals(result) },
    ...(await partiesOf(tx, body, clientAccountId, workspace)),
    ...{ dueAt: new Date(body.dueAt), replacesInvoiceId, createdAt: now, createdBy: caller.userId },
  }
  const { row, lines } = (await insertDraft(tx, draft, linesFor(rows, result))) ?? fail.refusedByDatabase()
  return created(presentInvoice(row, lines), {
    resource: ['client_invoice', row.id],
    parent: ['client_account', clientAccountId],
    metadata: { clientAccountId, type: row.type, currency, totalMinor: row.totalMinor, billableIds },
  })
})
