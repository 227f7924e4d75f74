import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { migrate } from '../../../platform/db/migrate.ts'
import { migrations } from '../../../testing/cluster.ts'
import { testDatabase } from '../../../testing/database.ts'
import { earlierDatabase, writeRow } from '../../../testing/databases/earlier-database.ts'

const { url } = await testDatabase({ empty: true })

const issuedAt = new Date('2026-01-10T09:00:00Z')
const paidAt = new Date('2026-01-20T00:00:00Z')
const settledAt = new Date('2026-01-21T10:00:00Z')

/** Invoices in the form of a version that knew only paid and not paid; rows that they refer to do not matter here. */
const rowsBefore = (client: pg.Client) => {
  const workspace = uuidv7()
  const account = uuidv7()
  const person = uuidv7()
  let sequence = 0
  const invoice = async (status: 'draft' | 'final' | 'void' | 'paid', totalMinor: number, change: object = {}) => {
    const id = uuidv7()
    const isIssued = status !== 'draft'
    sequence += 1
    await writeRow(client, 'client_invoice', {
      id,
      workspace_id: workspace,
      client_account_id: account,
      status,
      type: totalMinor < 0 ? '381' : '380',
      currency: 'EUR',
      net_minor: totalMinor,
      tax_minor: 0,
      total_minor: totalMinor,
      tax_totals: '[]',
      buyer_legal_name: 'Harbour Ltd',
      buyer_address: '1 Harbour Street',
      due_at: issuedAt,
      created_at: issuedAt,
      created_by: person,
      ...(isIssued && {
        invoice_number: `2026-${sequence}`,
        invoice_sequence: sequence,
        issued_at: issuedAt,
        issued_by: person,
        time_zone: 'Europe/Berlin',
      }),
      ...(status === 'paid' && { paid_at: paidAt, settled_at: settledAt }),
      ...(status === 'void' && { voided_at: settledAt, voided_by: person, void_reason: 'Twice' }),
      ...change,
    })
    return id
  }
  const checkout = async (invoiceId: string, provider: 'stripe' | 'adyen', status: 'paid' | 'expired') => {
    const connection = uuidv7()
    await writeRow(client, 'payment_connection', {
      id: connection,
      workspace_id: workspace,
      provider,
      is_live: true,
      merchant_account: provider === 'adyen' ? 'Harbour' : null,
      has_webhook_secret: false,
      connected_at: issuedAt,
      connected_by: person,
      updated_at: issuedAt,
      updated_by: person,
      disconnected_at: settledAt,
      disconnected_by: person,
    })
    await writeRow(client, 'client_checkout', {
      id: uuidv7(),
      workspace_id: workspace,
      invoice_id: invoiceId,
      connection_id: connection,
      status,
      currency: 'EUR',
      provider_amount: 1,
      success_url: 'https://a.example',
      expires_at: settledAt,
      created_at: issuedAt,
      created_by: person,
      attempts: 0,
      next_attempt_at: issuedAt,
      ended_at: settledAt,
    })
  }
  return { person, invoice, checkout }
}

test('an upgrade records one payment for each invoice that was paid, and none for another', async () => {
  const client = await earlierDatabase(url, '0485')
  const { person, invoice, checkout } = rowsBefore(client)
  // Without the keys of other tables.
  await client.query('set session_replication_role = replica')
  const draft = await invoice('draft', 100)
  const final = await invoice('final', 200)
  const ended = await invoice('void', 300)
  const byHand = await invoice('paid', 400, { settled_by: person, payment_reference: 'Transfer 7' })
  const silent = await invoice('paid', 500, { settled_by: person })
  const online = await invoice('paid', 600, { payment_reference: 'pi_1' })
  await checkout(online, 'stripe', 'expired')
  await checkout(online, 'adyen', 'paid')
  // A person settled it although a page to pay on was open, and it was paid there too.
  const both = await invoice('paid', 700, { settled_by: person, payment_reference: 'Cheque' })
  await checkout(both, 'stripe', 'paid')
  const credit = await invoice('paid', -800, { settled_by: person })
  const nothing = await invoice('paid', 0, { settled_by: person })
  await client.query('set session_replication_role = origin')

  await migrate({ url, folder: migrations })

  const rows = async (text: string) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
  const hand = (amount: number, reference: string | null) => [
    'payment',
    `${amount}`,
    'hand',
    null,
    null,
    reference,
    person,
  ]
  const recorded = `select invoice_id, kind, amount_minor, source, provider, provider_reference, payment_reference, recorded_by
    from client_invoice_payment`
  expect(Object.fromEntries((await rows(recorded)).map(([id, ...fact]) => [id, fact]))).toEqual({
    [byHand]: hand(400, 'Transfer 7'),
    [silent]: hand(500, null),
    [online]: ['payment', '600', 'provider', 'adyen', 'pi_1', 'pi_1', null],
    [both]: hand(700, 'Cheque'),
    [credit]: hand(800, null),
    [nothing]: hand(0, null),
  })
  expect(await rows('select count(*), min(paid_at), max(recorded_at) from client_invoice_payment')).toEqual([
    ['6', paidAt, settledAt],
  ])

  const balances = async (day: string) =>
    Object.fromEntries(
      (
        await rows(`select i.id, b.paid_minor, b.due_minor, b.credit_minor from client_invoice i
          cross join lateral client_invoice_balance(i, ${day}) b`)
      ).map(([id, ...sums]) => [id, sums.map(Number)]),
    )
  const before = await balances("'2026-01-19'")
  const after = await balances('null')
  expect(after).toEqual({
    [draft]: [0, 0, 0],
    [final]: [0, 200, 0],
    [ended]: [0, 0, 0],
    [byHand]: [400, 0, 0],
    [silent]: [500, 0, 0],
    [online]: [600, 0, 0],
    [both]: [700, 0, 0],
    [credit]: [-800, 0, 0],
    [nothing]: [0, 0, 0],
  })
  // A day before keeps its dues.
  expect([before[byHand], before[credit], before[ended], before[final]]).toEqual([
    [0, 400, 0],
    [0, -800, 0],
    [0, 300, 0],
    [0, 200, 0],
  ])
})
