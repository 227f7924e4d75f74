import { Readable } from 'node:stream'
import type { Static } from '../../../platform/contract/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { accountNames } from '../../accounts/clients/index.ts'
import { postingsIn } from '../invoices/index.ts'
import { isDay } from '../invoices/rules.ts'
import * as contract from './contract.ts'
import type { AccountingSettings, ClientAccounting } from './contract.ts'
import { bookingsOf, yearStartOf, missingSettings, tooLargeIn, faultsIn, isDebtorFor } from './rules/bookings.ts'
import { datevBatch, encode1252 } from './rules/datev.ts'
import * as store from './store.ts'
import type { AccountingSettingsRow, ClientAccountingRow } from './tables.ts'

const presentAccounting = (row: AccountingSettingsRow | undefined): Static<typeof AccountingSettings> =>
  row ?? {
    consultantNumber: null,
    clientNumber: null,
    fiscalYearStartMonth: 1,
    accountLength: 4,
    chart: null,
    taxAccounts: [],
    updatedAt: null,
  }

const presentClientAccounting = (row: ClientAccountingRow | undefined): Static<typeof ClientAccounting> => ({
  debtorAccount: row?.debtorAccount ?? null,
  updatedAt: row?.updatedAt ?? null,
})

const rowsMost = 20_000
const namedMost = 100

const exportDatevBookings = handle(
  contract.exportDatevBookings,
  async ({ tx, workspace, caller, query, now, fail, ok }) => {
    const { from, to, euroOnly = false } = query
    if (!isDay(from) || !isDay(to)) return fail.noSuchDay()
    if (from > to) return fail.reversed()
    const settings = presentAccounting(await store.findAccounting(tx))
    const yearStart = yearStartOf(from, settings.fiscalYearStartMonth)
    if (yearStartOf(to, settings.fiscalYearStartMonth) !== yearStart) return fail.twoYears()
    // As each invoice is absent for a key that names projects.
    const all = caller.projectIds ? [] : await postingsIn(tx, { from, to, rows: rowsMost + 1 })
    if (all.reduce((sum, { classes }) => sum + classes.length, 0) > rowsMost) return fail.tooMany()
    const postings = all.filter(({ currency }) => currency === 'EUR')
    const others = all.filter(({ currency }) => currency !== 'EUR').map(({ invoiceNumber }) => invoiceNumber)
    if (others.length > 0 && !euroOnly) return fail.otherCurrencies({ which: [...new Set(others)].slice(0, namedMost) })
    const debtors = await store.debtorsOf(tx, [...new Set(postings.map(({ clientAccountId }) => clientAccountId))])
    const lacks = missingSettings(postings, settings, debtors)
    if (lacks) {
      const ids = lacks.clientAccountIds.slice(0, namedMost)
      const names = await accountNames(tx, ids)
      const clients = ids.map((id) => ({ id, name: names.get(id)! }))
      return fail.lacking({ fields: lacks.fields, taxClasses: lacks.taxClasses.slice(0, namedMost), clients })
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
  },
)

const getAccountingSettings = handle(contract.getAccountingSettings, async ({ tx, ok }) =>
  ok(presentAccounting(await store.findAccounting(tx))),
)

const getClientAccounting = handle(contract.getClientAccounting, async ({ tx, params, ok }) =>
  ok(presentClientAccounting(await store.findClientAccounting(tx, { clientAccountId: params.clientAccountId }))),
)

const faultText = {
  class_twice: ['taxClass', 'has an account already'],
  other_length: ['revenueAccount', 'has another number of digits than accountLength'],
} as const

const saveAccountingSettings = handle(
  contract.saveAccountingSettings,
  async ({ tx, workspace, caller, body, now, invalid, ok }) => {
    const faults = faultsIn(body.taxAccounts, body.accountLength)
    if (faults.length > 0)
      invalid(
        faults.map(({ at, fault }) => {
          const [field, message] = faultText[fault]
          return { path: `taxAccounts[${at}].${field}`, message, rule: fault }
        }),
      )
    const saved = await store.putAccounting(tx, { ...body, now, userId: caller.userId })
    return ok(presentAccounting(saved), {
      resource: ['accounting_settings', workspace],
      metadata: { taxClasses: body.taxAccounts.map(({ taxClass }) => taxClass) },
    })
  },
)

const saveClientAccounting = handle(
  contract.saveClientAccounting,
  async ({ tx, params, body, caller, now, invalid, ok }) => {
    const { clientAccountId } = params
    const { debtorAccount } = body
    const accountLength = (await store.findAccounting(tx))?.accountLength
    if (debtorAccount !== null && accountLength !== undefined && !isDebtorFor(debtorAccount, accountLength)) {
      const message = `has ${accountLength + 1} digits, one more than ledger accounts`
      invalid([{ path: 'debtorAccount', message, rule: 'other_length' }])
    }
    if (debtorAccount === null) await store.removeClientAccounting(tx, { clientAccountId })
    else await store.putClientAccounting(tx, { clientAccountId, debtorAccount, now, userId: caller.userId })
    return ok(presentClientAccounting(await store.findClientAccounting(tx, { clientAccountId })), {
      resource: ['client_accounting', clientAccountId],
      parent: ['client_account', clientAccountId],
      metadata: { debtorAccount },
    })
  },
)

export default () => ({
  exportDatevBookings,
  getAccountingSettings,
  getClientAccounting,
  saveAccountingSettings,
  saveClientAccounting,
})
