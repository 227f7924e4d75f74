import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findInvoiceFor } from '../../invoices/index.ts'
import { listClientInvoiceLetters } from '../contract.ts'
import { presentLetters } from '../present.ts'
import { letterPage } from '../store.ts'

export default handle(listClientInvoiceLetters, async ({ tx, params, caller, query, next, fail, ok }) => {
  const invoice = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  const { cursor, limit = pageMost } = query
  const page = await letterPage(tx, invoice.id, cursorOf(cursor), limit)
  next(page.next)
  return ok(await presentLetters(tx, page.rows))
})
