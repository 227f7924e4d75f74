import { describe, expect, test } from 'vitest'
import { actionsOf } from '../../../testing/people/account.ts'
import { chargeFor, draftBody, draftOf, issuedOf } from '../../../testing/billing/billed-work.ts'
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
import { exportAgingReport, exportClientInvoices, getAgingReport } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const invoiceOf = async (at: Scene, account: string, change: object = {}) =>
  issuedOf(at, [await chargeFor(at, account, change)])
/** Moves an issued invoice in time, past the trigger that keeps it. */
const dated = (id: string, issuedAt: string, dueAt: string) =>
  asOwner(
    server,
    `with off as (select set_config('session_replication_role', 'replica', true))
     update client_invoice set created_at = $2::timestamptz, issued_at = $2::timestamptz, due_at = $3::timestamptz
     from off where id = $1`,
    [id, issuedAt, dueAt],
  )
const agingOn = async (at: Scene, asOf: string) => at.owner.call(getAgingReport, { query: { asOf } })
const rowsOn = async (at: Scene, asOf: string) => (await agingOn(at, asOf)).body.rows as Record<string, unknown>[]

describe('getAgingReport', () => {
  test('200 sorts debts by age, for each client and currency, at the end of a day in the workspace’s time zone', async () => {
    const at = await scene(server)
    await asOwner(server, "update workspace set time_zone = 'Pacific/Auckland' where id = $1", [at.workspace])
    const globex = await makeAccount(at)
    const made = [
      // Due on 1 March in Auckland, which is 28 February in UTC.
      ['2026-02-28T12:00:00Z', 'upTo30Minor'],
      ['2026-03-31T00:00:00Z', 'currentMinor'],
      ['2026-01-30T12:00:00Z', 'upTo60Minor'],
      ['2026-01-01T12:00:00Z', 'upTo90Minor'],
      ['2025-12-01T00:00:00Z', 'over90Minor'],
    ] as const
    for (const [dueAt] of made) await dated(await invoiceOf(at, globex), '2025-11-01T00:00:00Z', dueAt)
    const yen = await invoiceOf(at, globex, { currency: 'JPY' })
    await dated(yen, '2025-11-01T00:00:00Z', '2026-12-01T00:00:00Z')
    await draftOf(at, [await chargeFor(at, globex)])
    const reply = await agingOn(at, '2026-03-31')
    expect(reply).toMatchObject({ status: 200, body: { asOf: '2026-03-31', timeZone: 'Pacific/Auckland' } })
    const one = 11_900
    expect(reply.body.rows).toEqual([
      {
        clientAccountId: globex,
        clientName: 'Globex',
        currency: 'EUR',
        currencyDecimals: 2,
        totalMinor: 5 * one,
        ...Object.fromEntries(made.map(([, age]) => [age, one])),
      },
      {
        clientAccountId: globex,
        clientName: 'Globex',
        currency: 'JPY',
        currencyDecimals: 0,
        totalMinor: one,
        currentMinor: one,
        upTo30Minor: 0,
        upTo60Minor: 0,
        upTo90Minor: 0,
        over90Minor: 0,
      },
    ])
  })

  test('200 knows of no day what happened after it: neither an issue, nor a payment, nor a void', async () => {
    const at = await scene(server)
    const account = await makeAccount(at)
    const paid = await invoiceOf(at, account)
    const voided = await invoiceOf(at, account)
    for (const id of [paid, voided]) await dated(id, '2026-02-10T00:00:00Z', '2026-02-20T00:00:00Z')
    await at.owner.call(payClientInvoice, { id: paid, body: { paidAt: '2026-03-01T00:00:00.000Z' } })
    await at.owner.call(voidClientInvoice, { id: voided, body: { reason: 'Wrong' } })
    const totalOn = async (day: string) => (await rowsOn(at, day))[0]?.totalMinor ?? 0
    const days = ['2026-02-09', '2026-02-10', '2026-02-28', '2026-03-01']
    expect(await Promise.all(days.map(totalOn))).toEqual([0, 23_800, 23_800, 11_900])
    expect((await at.owner.call(getAgingReport)).body.rows).toEqual([])
  })

  test('200 has no row for a key that names projects, and none of another workspace', async () => {
    const at = await scene(server)
    const other = await scene(server)
    await invoiceOf(at, await makeAccount(at))
    const narrow = await at.join('owner', { projectIds: [at.workspace] })
    for (const caller of [narrow.caller, other.owner]) expect((await caller.call(getAgingReport)).body.rows).toEqual([])
    expect((await at.member.call(getAgingReport)).body.rows).toHaveLength(1)
  })

  test('400 for a day that is not in the calendar', async () => {
    const at = await scene(server)
    for (const asOf of ['2026-02-30', '2026-04-31', '2025-02-29'])
      expectError(await unchanged(server, () => agingOn(at, asOf)), 400, 'day_not_in_calendar')
  })

  test('409 if a sum is more than a number holds exactly', async () => {
    const at = await scene(server)
    const account = await makeAccount(at)
    const large = { unitPriceMinor: Math.floor(Number.MAX_SAFE_INTEGER / 1.2) }
    for (const change of [large, large]) await invoiceOf(at, account, change)
    expectError(await at.owner.call(getAgingReport), 409, 'aging_sum_too_large')
    const table = await at.owner.open(exportAgingReport)
    const gross = BigInt(large.unitPriceMinor) + (BigInt(large.unitPriceMinor) * 19n + 50n) / 100n
    expect((await new Response(table.body).text()).replaceAll('.', '')).toContain(`,${gross * 2n},`)
  })

  test('200 as a table, with formula-like cells made harmless, and an audit row', async () => {
    const at = await scene(server)
    const account = await makeAccount(at, '=1+1')
    await dated(await invoiceOf(at, account), '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z')
    const reply = await at.owner.open(exportAgingReport, { query: { asOf: '2026-02-11' } })
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="owed.csv"')
    expect(await new Response(reply.body).text()).toBe(
      'as_of,client,currency,current,up_to_30,up_to_60,up_to_90,over_90,total,client_account_id\r\n' +
        `2026-02-11,'=1+1,EUR,0.00,119.00,0.00,0.00,0.00,119.00,${account}\r\n`,
    )
    expect(await actionsOf(at)).toContain('client_invoice.export_aging success')
    const wrong = () => at.owner.call(exportAgingReport, { query: { asOf: '2026-02-30' } })
    expectError(await unchanged(server, wrong), 400, 'day_not_in_calendar')
    const narrow = await at.join('owner', { projectIds: [at.workspace] })
    const none = await narrow.caller.open(exportAgingReport)
    expect((await new Response(none.body).text()).trimEnd().split('\r\n')).toHaveLength(1)
  })
})

describe('exportClientInvoices', () => {
  const tableOf = async (at: Scene, query: Record<string, unknown> = {}) => {
    const reply = await at.owner.open(exportClientInvoices, { query })
    return { type: reply.headers.get('content-type'), text: await new Response(reply.body).text() }
  }

  test('200 has each issued invoice once, in the order of numbers, harmless in a spreadsheet, with a row in the audit log', async () => {
    const at = await scene(server)
    const plain = await makeAccount(at)
    const evil = await makeAccount(at, '=HYPERLINK("http://x","a"), b')
    for (const account of [plain, evil, plain]) await invoiceOf(at, account, { currency: 'BHD' })
    const paid = await invoiceOf(at, plain)
    await at.owner.call(payClientInvoice, { id: paid, body: { paymentReference: '@SUM(1)' } })
    await draftOf(at, [await chargeFor(at, plain)])
    const { type, text } = await tableOf(at)
    expect(type).toBe('text/csv')
    const lines = text.split('\r\n')
    expect(lines[0]).toMatch(/^number,type,status,/)
    expect(lines.slice(1, -1).map((line) => /-(\d{4}),380/.exec(line)?.[1])).toEqual(['0001', '0002', '0003', '0004'])
    expect(lines[2]).toContain(`"'=HYPERLINK(""http://x"",""a""), b"`)
    expect(lines[1]).toContain(',BHD,10.000,1.900,11.900,')
    expect(lines[4]).toContain(`,EUR,100.00,19.00,119.00,119.00,0.00,0.00,'@SUM(1),`)
    expect(await actionsOf(at)).toContain('client_invoice.export success')
  })

  test('200 has a row for each tax, or for each line, which come to the same', async () => {
    const at = await scene(server)
    const account = await makeAccount(at)
    const taxRatesBps = { standard: 1_900, reduced: 700 }
    const one = await chargeFor(at, account)
    const other = await chargeFor(at, account, { description: '=1+1' })
    const less = await chargeFor(at, account, { taxClass: 'reduced', quantity: '1.5' })
    const draft = await at.owner.call(createClientInvoiceDraft, {
      body: draftBody([one, other, less], { taxRatesBps }),
    })
    await at.owner.call(issueClientInvoice, { id: draft.body.id as string })
    const rowsOf = async (rows: string) =>
      (await tableOf(at, { rows })).text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(',').slice(10, -4).join())
    expect(await rowsOf('taxes')).toEqual([
      'tax_category,tax_rate,tax_reason,net,tax,total',
      'S,19.00,,200.00,38.00,238.00',
      'S,7.00,,150.00,10.50,160.50',
    ])
    expect(await rowsOf('lines')).toEqual([
      'position,description,quantity,unit,unit_price,net,tax_class,tax_category,tax_rate,billable_id',
      `1,Opening hours,1,hour,100.00,100.00,standard,S,19.00,${one}`,
      `2,'=1+1,1,hour,100.00,100.00,standard,S,19.00,${other}`,
      `3,Opening hours,1.5,hour,100.00,150.00,reduced,S,7.00,${less}`,
    ])
    expect(await rowsOf('invoices')).toEqual(['net,tax,total,paid,due,credit', '350.00,48.50,398.50,0.00,398.50,0.00'])
    expectError(
      await unchanged(server, () => at.owner.call(exportClientInvoices, { query: { rows: 'days' } })),
      400,
      'invalid_request',
    )
  })

  test('200 only for the requested days, and empty for a key that names projects', async () => {
    const at = await scene(server)
    const account = await makeAccount(at)
    const early = await invoiceOf(at, account)
    const late = await invoiceOf(at, account)
    await dated(early, '2026-02-10T12:00:00Z', '2026-02-20T00:00:00Z')
    const { text } = await tableOf(at, { from: '2026-02-10', to: '2026-02-10' })
    expect([text.includes(early), text.includes(late)]).toEqual([true, false])
    const narrow = await at.join('owner', { projectIds: [at.workspace] })
    const none = await narrow.caller.open(exportClientInvoices)
    expect((await new Response(none.body).text()).trimEnd().split('\r\n')).toHaveLength(1)
  })

  test('200 continues behind the first page', async () => {
    const at = await scene(server)
    const account = await makeAccount(at)
    const id = await invoiceOf(at, account)
    await asOwner(
      server,
      `insert into client_invoice (id, workspace_id, client_account_id, status, type, currency, net_minor, tax_minor,
         total_minor, tax_totals, buyer_legal_name, buyer_address, due_at, invoice_number, invoice_sequence, created_at,
         created_by, issued_at, issued_by, time_zone)
       select gen_random_uuid(), workspace_id, client_account_id, status, type, currency, net_minor, tax_minor,
         total_minor, tax_totals, buyer_legal_name, buyer_address, due_at, 'N' || n, n, created_at, created_by, issued_at,
         issued_by, time_zone
       from client_invoice, generate_series(2, 1001) n where id = $1 order by n`,
      [id],
    )
    const { text } = await tableOf(at)
    expect(text.trimEnd().split('\r\n')).toHaveLength(1_002)
    expect(text).toContain('\r\nN1001,')
  })

  test('400 for a day that is not in the calendar, and nothing is recorded as exported', async () => {
    const at = await scene(server)
    const reply = await unchanged(server, () => at.owner.call(exportClientInvoices, { query: { from: '2026-02-30' } }))
    expectError(reply, 400, 'day_not_in_calendar')
  })
})
