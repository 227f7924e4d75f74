import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeFor, draftOf, issuedOf } from '../../../testing/billing/billed-work.ts'
import { makeAccount } from '../../../testing/clients/portals.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getAgingReport, exportClientInvoices, getRevenueReport, listClientSummaries } from '../reports/contract.ts'
import { correctBillable } from '../billables/contract.ts'
import { getClientInvoice, listClientInvoices, payClientInvoice, voidClientInvoice } from './contract.ts'
import { paymentKinds, paymentMostMinor, type PaymentKind } from './rules.ts'
import { openInvoicesAfter } from './store.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = await scene(server)
const { owner, member } = world
const account = await makeAccount(world)
const issued = async () => issuedOf(world, [await chargeFor(world, account)])
const get = async (id: string) => (await owner.call(getClientInvoice, { id })).body
const pay = (id: string, body: object = {}) => member.call(payClientInvoice, { id, body })
const refused = (id: string, body: object) => unchanged(server, () => pay(id, body))
const total = (await get(await issued())).totalMinor as number

interface Fact {
  readonly kind: PaymentKind
  readonly amount: number
}
/** The sums of an invoice by its facts, counted the plain way. */
const counted = (facts: readonly Fact[], owed: number) => {
  const came = facts.reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : -amount), 0)
  return { paidCents: came, dueCents: Math.max(0, owed - came), creditCents: Math.max(0, came - owed) }
}

describe('payClientInvoice with an amount', () => {
  test('200 keeps the invoice final until the sum reaches the total, then it is paid on the last day', async () => {
    const id = await issued()
    const first = await pay(id, {
      amountCents: 100,
      source: 'bank',
      paidAt: '2026-01-09T00:00:00Z',
      paymentReference: 'Statement 7',
    })
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'final', paidAt: null, paidCents: 100, dueCents: total - 100, creditCents: 0 },
    })
    expect(await world.eventNames(id)).not.toContain('client_invoice.paid')
    const rest = await pay(id, { paidAt: '2026-01-05T00:00:00Z' })
    expect(rest.body).toMatchObject({ status: 'paid', paidAt: '2026-01-09T00:00:00.000Z', dueCents: 0 })
    expect(rest.body.payments).toMatchObject([
      { kind: 'payment', amountCents: total - 100, source: 'hand', paidAt: '2026-01-05T00:00:00.000Z' },
      { kind: 'payment', amountCents: 100, source: 'bank', paymentReference: 'Statement 7', provider: null },
    ])
    expect(await world.eventNames(id)).toContain('client_invoice.paid')
    expectError(await refused(id, {}), 409, 'invoice_not_payable')
  })

  test('200 beyond the total is a credit, and money that goes back is due again while the status stays', async () => {
    const id = await issued()
    expect((await pay(id, { amountCents: total + 50 })).body).toMatchObject({ status: 'paid', creditCents: 50 })
    const back = await pay(id, { kind: 'refund', amountCents: 80 })
    expect(back.body).toMatchObject({ status: 'paid', paidCents: total - 30, dueCents: 30, creditCents: 0 })
    expectError(await refused(id, { kind: 'chargeback', amountCents: total }), 409, 'invoice_paid_less')
    expect((await pay(id, { kind: 'chargeback' })).body).toMatchObject({
      status: 'paid',
      paidCents: 0,
      dueCents: total,
    })
    expectError(await refused(id, { kind: 'refund' }), 409, 'invoice_paid_less')
    expect((await pay(id)).body).toMatchObject({ status: 'paid', paidCents: total, dueCents: 0 })
    expect((await world.eventNames(id)).filter((name) => name === 'client_invoice.paid')).toHaveLength(1)
    const [listed] = (await owner.call(listClientInvoices, { query: { clientAccountId: account } })).body
    expect(listed).toMatchObject({ id, payments: [], paidCents: total, dueCents: 0 })
  })

  test('a void invoice owes nothing: its payments are a credit, and may go back', async () => {
    const id = await issued()
    await pay(id, { amountCents: 70 })
    const voided = await owner.call(voidClientInvoice, { id, body: { reason: 'Wrong' } })
    expect(voided.body).toMatchObject({ status: 'void', paidCents: 70, dueCents: 0, creditCents: 70 })
    expectError(await refused(id, { amountCents: 1 }), 409, 'invoice_not_payable')
    expect((await pay(id, { kind: 'refund' })).body).toMatchObject({ status: 'void', paidCents: 0, creditCents: 0 })
  })

  test('a payment of a credit note goes to the client', async () => {
    const charge = await chargeFor(world, account)
    await issuedOf(world, [charge])
    const body = { description: 'Less', quantity: '-1', unitPriceMinor: 10_000 }
    const back = (await owner.call(correctBillable, { id: charge, body })).body.id as string
    const id = await issuedOf(world, [back])
    const { totalMinor } = await get(id)
    expect((await pay(id, { amountCents: 1 })).body).toMatchObject({ paidCents: -1, dueCents: Number(totalMinor) + 1 })
    expect((await pay(id)).body).toMatchObject({ status: 'paid', paidCents: totalMinor, dueCents: 0 })
  })

  test('400, 409 and 422 record nothing: no whole amount, a draft, a time that is still to come', async () => {
    const id = await issued()
    for (const amountCents of [0, -1, 1.5, paymentMostMinor + 1])
      expect((await refused(id, { amountCents })).status).toBe(400)
    expect((await refused(id, { source: 'provider' })).status).toBe(400)
    const draft = await draftOf(world, [await chargeFor(world, account)])
    for (const kind of paymentKinds)
      expectError(await refused(draft, { kind, amountCents: 1 }), 409, 'invoice_not_payable')
    expectError(await refused(id, { paidAt: '2199-01-01T00:00:00Z' }), 422, 'invoice_refused_by_constraint')
    expect(await get(id)).toMatchObject({ payments: [], paidCents: 0, dueCents: total })
  })

  test('a repeat with its key records once; of refunds at once none takes more than was paid', async () => {
    const id = await issued()
    const headers = { 'idempotency-key': 'statement-7' }
    const { statuses } = await racing(4, () =>
      member.call(payClientInvoice, { id, body: { amountCents: 100 }, headers }),
    )
    expect(Object.keys(statuses).every((status) => ['200', '409'].includes(status))).toBe(true)
    expect(await get(id)).toMatchObject({ paidCents: 100 })
    const backs = await racing(4, () => pay(id, { kind: 'refund', amountCents: 40 }))
    expect(backs.statuses).toEqual({ 200: 2, 409: 2 })
    expect(await get(id)).toMatchObject({ paidCents: 20, dueCents: total - 20 })
  })

  test('any order of facts leads to the sums of a plain count, and `paid` from the first time that nothing is due', async () => {
    const fact = fc.record({
      kind: fc.constantFrom(...paymentKinds),
      amount: fc.oneof(fc.integer({ min: 1, max: 2 * total }), fc.constantFrom(total, 1)),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { maxLength: 6 }), async (asked) => {
        const id = await issued()
        const facts: Fact[] = []
        let isPaid = false
        for (const one of asked) {
          const isTooMuch = one.kind !== 'payment' && one.amount > counted(facts, total).paidCents
          const { status } = await pay(id, { kind: one.kind, amountCents: one.amount })
          expect(status).toBe(isTooMuch ? 409 : 200)
          if (!isTooMuch) facts.push(one)
          isPaid ||= counted(facts, total).dueCents === 0
          expect(await get(id)).toMatchObject({ ...counted(facts, total), status: isPaid ? 'paid' : 'final' })
        }
      }),
      { numRuns: 12 },
    )
  })
})

test('receivables, sums of clients, revenue, the export and reminders follow from the payments', async () => {
  const at = await scene(server)
  const client = await makeAccount(at)
  const id = await issuedOf(at, [await chargeFor(at, client)])
  const record = (body: object) => at.owner.call(payClientInvoice, { id, body })
  const told = async () => {
    const [summary] = (await at.owner.call(listClientSummaries)).body as unknown as { money: object[] }[]
    const { rows } = (await at.owner.call(getAgingReport)).body as unknown as { rows: { totalMinor: number }[] }
    const [revenue] = ((await at.owner.call(getRevenueReport)).body as unknown as { rows: object[] }).rows
    const exported = String((await at.owner.call(exportClientInvoices)).body)
    const reminded = await server.database.reading(at.workspace, (tx) =>
      openInvoicesAfter(tx, { after: '00000000-0000-0000-0000-000000000000', rows: 10 }),
    )
    return {
      money: summary!.money,
      owed: rows.map(({ totalMinor }) => totalMinor),
      revenue,
      exported,
      reminded: reminded.length,
    }
  }
  const net = 10_000
  expect(await told()).toMatchObject({
    money: [{ openMinor: total, paidMinor: 0, creditCents: 0 }],
    owed: [total],
    revenue: { issuedMinor: net, paidMinor: 0, openMinor: net },
    reminded: 1,
  })
  await record({ amountCents: total / 2 })
  expect(await told()).toMatchObject({
    money: [{ openMinor: total / 2, paidMinor: total / 2 }],
    owed: [total / 2],
    revenue: { paidMinor: net / 2, openMinor: net / 2 },
    reminded: 1,
  })
  await record({ amountCents: total / 2 + 100 })
  const paid = await told()
  expect(paid).toMatchObject({
    money: [{ openMinor: 0, paidMinor: total + 100, creditCents: 100 }],
    owed: [],
    revenue: { paidMinor: net, openMinor: 0 },
    reminded: 0,
  })
  expect(paid.exported).toContain(',120.00,0.00,1.00,')
  await record({ kind: 'chargeback' })
  expect(await told()).toMatchObject({
    money: [{ openMinor: total, paidMinor: 0, creditCents: 0 }],
    owed: [total],
    revenue: { paidMinor: 0, openMinor: net },
    reminded: 1,
  })
})
