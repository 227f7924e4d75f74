import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { accountNames } from '../../../accounts/clients/index.ts'
import { postingsIn } from '../../invoices/index.ts'
import { isDay } from '../../reports/rules.ts'
import { exportDatevBookings } from '../contract.ts'
import { presentAccounting } from '../present.ts'
import { bookingsOf, yearStartOf } from '../rules/bookings.ts'
import { datevBatch } from '../rules/datev.ts'
import { missingSettings, tooLargeIn } from '../rules/settings.ts'
import { encode1252 } from '../rules/windows-1252.ts'
import { debtorsOf, findAccounting } from '../store.ts'

const rowsMost = 20_000
const namedMost = 100

export default handle(exportDatevBookings, async ({ tx, workspace, caller, query, now, fail, ok }) => {
  const { from, to, euroOnly = false } = query
  if (!isDay(from) || !isDay(to)) return fail.noSuchDay()
  if (from > to) return fail.reversed()
  const settings = presentAccounting(await findAccounting(tx))
  const yearStart = yearStartOf(from, settings.fiscalYearStartMonth)
  if (yearStartOf(to, settings.fiscalYearStartMonth) !== yearStart) return fail.twoYears()
  // As each invoice is absent for a key that names projects.
  const all = caller.projectIds ? [] : await postingsIn(tx, { from, to, rows: rowsMost + 1 })
  if (all.reduce((sum, { classes }) => sum + classes.length, 0) > rowsMost) return fail.tooMany()
  const postings = all.filter(({ currency }) => currency === 'EUR')
  const others = all.filter(({ currency }) => currency !== 'EUR').map(({ invoiceNumber }) => invoiceNumber)
  if (others.length > 0 && !euroOnly) return fail.otherCurrencies({ which: [...new Set(others)].slice(0, namedMost) })
  const debtors = await debtorsOf(tx, [...new Set(postings.map(({ clientAccountId }) => clientAccountId))])
  const lacks = missingSettings(postings, settings, debtors)
  if (lacks) {
    const ids = lacks.clientAccountIds.slice(0, namedMost)
    const names = await accountNames(tx, ids)
    const clients = ids.map((id) => ({ id, name: names.get(id)! }))
    return fail.lacking({ fields: [...lacks.fields], taxClasses: lacks.taxClasses.slice(0, namedMost), clients })
  }
  const tooLarge = tooLargeIn(postings)
  if (tooLarge.length > 0) return fail.tooLarge({ which: tooLarge.slice(0, namedMost) })
  const { consultantNumber, clientNumber, accountLength, chart, taxAccounts } = settings
  const header = { createdAt: now, from, to, yearStart, accountLength, chart }
  const named = { consultantNumber: consultantNumber!, clientNumber: clientNumber! }
  const bookings = postings.flatMap((posting) => bookingsOf(posting, { taxAccounts, debtors }))
  return ok(Readable.from([encode1252(datevBatch({ ...header, ...named }, bookings))]), {
    resource: ['workspace', workspace],
    metadata: { from, to, euroOnly, bookings: bookings.length, leftOut: euroOnly ? others.length : 0 },
  })
})
