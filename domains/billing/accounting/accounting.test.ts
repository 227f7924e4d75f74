import { describe, expect, test } from 'vitest'
import { actionsOf } from '../../../testing/people/account.ts'
import { chargeFor, draftBody, issuedOf } from '../../../testing/billing/billed-work.ts'
import { makeAccount } from '../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import {
  createClientInvoiceDraft,
  issueClientInvoice,
  payClientInvoice,
  voidClientInvoice,
} from '../invoices/contract.ts'
import {
  exportDatevBookings,
  getAccountingSettings,
  getClientAccounting,
  saveAccountingSettings,
  saveClientAccounting,
} from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const settings = {
  consultantNumber: 29_098,
  clientNumber: 55_003,
  fiscalYearStartMonth: 1,
  accountLength: 4,
  chart: '03',
  taxAccounts: [
    { taxClass: 'standard', revenueAccount: '8400', taxKey: null },
    { taxClass: 'reduced', revenueAccount: '8300', taxKey: '2' },
  ],
}
const today = new Date().toISOString().slice(0, 10)
const here = { from: today, to: today }

/** Moves an issued invoice in time, past the trigger that keeps it. */
const dated = (id: string, at: string) =>
  asOwner(
    server,
    `with off as (select set_config('session_replication_role', 'replica', true))
     update client_invoice set created_at = $2::timestamptz, issued_at = $2::timestamptz from off where id = $1`,
    [id, at],
  )

/** A workspace whose postings lack nothing. */
const posting = async () => {
  const at = await scene(server)
  const account = await makeAccount(at)
  await at.owner.call(saveAccountingSettings, { body: settings })
  await at.owner.call(saveClientAccounting, { clientAccountId: account, body: { debtorAccount: '10023' } })
  return { at, account }
}
const exported = (at: Scene, query: Record<string, unknown> = here) => at.owner.call(exportDatevBookings, { query })
const rowsOf = async (at: Scene, query: Record<string, unknown> = here) => {
  const reply = await at.owner.open(exportDatevBookings, { query })
  const text = new TextDecoder('windows-1252').decode(await new Response(reply.body).arrayBuffer())
  const [, names, ...rows] = text.split('\r\n').map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')))
  expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="EXTF_Buchungsstapel.csv"',
  ])
  const place = (name: string) => names!.indexOf(name)
  const shown = ['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)']
  return rows.slice(0, -1).map((row) => [...shown, 'BU-Schlüssel', 'Buchungstext'].map((name) => row[place(name)]))
}
const numberOf = (sequence: number) => `${new Date().getUTCFullYear()}-${String(sequence).padStart(4, '0')}`

describe('the settings', () => {
  test('200 returns the last saved settings, and only administrators save', async () => {
    const at = await scene(server)
    const nothing = {
      consultantNumber: null,
      fiscalYearStartMonth: 1,
      accountLength: 4,
      taxAccounts: [],
      updatedAt: null,
    }
    expect((await at.member.call(getAccountingSettings)).body).toMatchObject(nothing)
    expect(await at.owner.call(saveAccountingSettings, { body: settings })).toMatchObject({
      status: 200,
      body: settings,
    })
    expect((await at.member.call(getAccountingSettings)).body).toMatchObject(settings)
    expect((await at.member.call(saveAccountingSettings, { body: settings })).status).toBe(403)
    const clientAccountId = await makeAccount(at)
    const saved = await at.owner.call(saveClientAccounting, { clientAccountId, body: { debtorAccount: '10023' } })
    expect(saved).toMatchObject({ status: 200, body: { debtorAccount: '10023' } })
    await at.owner.call(saveClientAccounting, { clientAccountId, body: { debtorAccount: null } })
    expect((await at.member.call(getClientAccounting, { clientAccountId })).body).toEqual({
      debtorAccount: null,
      updatedAt: null,
    })
    expect(await actionsOf(at)).toEqual(
      expect.arrayContaining(['accounting_settings.save success', 'client_accounting.save success']),
    )
  })

  test('400 for two accounts of the same class, and for accounts of another length', async () => {
    const { at, account } = await posting()
    const [standard] = settings.taxAccounts
    const wrong = [
      [[standard, standard], 'taxAccounts[1].taxClass'],
      [[{ ...standard, revenueAccount: '84000' }], 'taxAccounts[0].revenueAccount'],
    ] as const
    for (const [taxAccounts, path] of wrong) {
      const body = { ...settings, taxAccounts }
      const reply = await unchanged(server, () => at.owner.call(saveAccountingSettings, { body }))
      expect(reply).toMatchObject({ status: 400, body: { fields: [{ path }] } })
    }
    for (const debtorAccount of ['1002', '100233', '70001', '=1+1']) {
      const asked = { clientAccountId: account, body: { debtorAccount } }
      expectError(await unchanged(server, () => at.owner.call(saveClientAccounting, asked)), 400, 'invalid_request')
    }
  })
})

describe('exportDatevBookings', () => {
  test('200 posts issued invoices by class, and voided ones on the other side; payments and drafts not', async () => {
    const { at, account } = await posting()
    const charge = (change: object = {}) => chargeFor(at, account, change)
    const body = draftBody([await charge(), await charge({ taxClass: 'reduced' })], {
      taxRatesBps: { standard: 1_900, reduced: 700 },
    })
    const { id } = (await at.owner.call(createClientInvoiceDraft, { body })).body as { id: string }
    await at.owner.call(issueClientInvoice, { id })
    const voided = await issuedOf(at, [await charge()])
    await at.owner.call(payClientInvoice, { id })
    await at.owner.call(voidClientInvoice, { id: voided, body: { reason: 'Wrong' } })
    await at.owner.call(createClientInvoiceDraft, { body: draftBody([await charge()]) })
    const first = `${numberOf(1)} Globex`
    const second = `${numberOf(2)} Globex`
    expect(await rowsOf(at)).toEqual([
      ['119,00', 'S', '10023', '8400', '', `Rechnung ${first}`],
      ['107,00', 'S', '10023', '8300', '0002', `Rechnung ${first}`],
      ['119,00', 'S', '10023', '8400', '', `Rechnung ${second}`],
      ['119,00', 'H', '10023', '8400', '', `Storno ${second}`],
    ])
    expect(await actionsOf(at)).toContain('client_invoice.export_datev success')
  })

  test('200 only for the requested days, in the workspace’s time zone, and for no other workspace', async () => {
    const [{ at, account }, { at: other }] = [await posting(), await posting()]
    await asOwner(server, "update workspace set time_zone = 'Pacific/Auckland' where id = $1", [at.workspace])
    const inside = await issuedOf(at, [await chargeFor(at, account)])
    const outside = await issuedOf(at, [await chargeFor(at, account)])
    await dated(inside, '2026-01-31T10:59:00Z')
    await dated(outside, '2026-01-31T11:00:00Z')
    const january = { from: '2026-01-01', to: '2026-01-31' }
    expect((await rowsOf(at, january)).map((row) => row.at(-1))).toEqual([`Rechnung ${numberOf(1)} Globex`])
    expect(await rowsOf(other, january)).toEqual([])
    const narrow = await at.join('owner', { projectIds: [at.workspace] })
    // A key that is bound to projects gets no export of the whole workspace.
    expect((await narrow.caller.open(exportDatevBookings, { query: january })).status).toBe(403)
  })

  test('400 for invalid days, exchanged days, or days in two fiscal years', async () => {
    const { at } = await posting()
    const asked = [
      [{ from: '2026-02-30', to: '2026-03-01' }, 'day_not_in_calendar'],
      [{ from: '2026-03-02', to: '2026-03-01' }, 'days_reversed'],
      [{ from: '2025-12-31', to: '2026-01-01' }, 'datev_two_fiscal_years'],
    ] as const
    for (const [query, code] of asked) expectError(await unchanged(server, () => exported(at, query)), 400, code)
    await at.owner.call(saveAccountingSettings, { body: { ...settings, fiscalYearStartMonth: 7 } })
    expect(await rowsOf(at, { from: '2025-12-31', to: '2026-01-01' })).toEqual([])
  })

  test('409 names the missing settings', async () => {
    const at = await scene(server)
    const account = await makeAccount(at)
    await issuedOf(at, [await chargeFor(at, account)])
    const all = ['consultantNumber', 'clientNumber']
    const clients = [{ id: account, name: 'Globex' }]
    expectError(await unchanged(server, () => exported(at)), 409, 'accounting_lacks')
    expect((await exported(at)).body).toMatchObject({ fields: all, taxClasses: ['standard'], clients })
    await at.owner.call(saveClientAccounting, { clientAccountId: account, body: { debtorAccount: '100233' } })
    await at.owner.call(saveAccountingSettings, { body: { ...settings, taxAccounts: [] } })
    expect((await exported(at)).body).toMatchObject({ fields: [], taxClasses: ['standard'], clients })
  })

  test('409 for another currency, unless it is left out, and for values that a posting cannot hold', async () => {
    const { at, account } = await posting()
    await issuedOf(at, [await chargeFor(at, account, { currency: 'USD' })])
    await issuedOf(at, [await chargeFor(at, account)])
    expectError(await unchanged(server, () => exported(at)), 409, 'datev_other_currencies')
    expect((await exported(at)).body).toMatchObject({ which: [numberOf(1)] })
    expect(await rowsOf(at, { ...here, euroOnly: true })).toHaveLength(1)
    await issuedOf(at, [await chargeFor(at, account, { unitPriceMinor: 900_000_000_000 })])
    const reply = await exported(at, { ...here, euroOnly: true })
    expectError(reply, 409, 'datev_amount_too_large')
    expect(reply.body).toMatchObject({ which: [numberOf(3)] })
  })

  test('409 for more than fits into one answer', async () => {
    const { at, account } = await posting()
    const id = await issuedOf(at, [await chargeFor(at, account)])
    await asOwner(
      server,
      `with off as (select set_config('session_replication_role', 'replica', true)), one as (
         select * from client_invoice_line l where l.invoice_id = $1)
       insert into client_invoice_line (workspace_id, invoice_id, client_account_id, currency, position, billable_id,
         description, quantity, unit, unit_price_minor, amount_minor, tax_class, category, rate_bps, reason)
       select workspace_id, invoice_id, client_account_id, currency, n, gen_random_uuid(), description, quantity, unit,
         unit_price_minor, amount_minor, 'class ' || n, category, rate_bps, reason
       from off, one, generate_series(2, 20001) n`,
      [id],
    )
    expectError(await exported(at), 409, 'datev_too_many_rows')
  })
})
