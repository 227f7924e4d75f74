import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeFor, issuedOf } from '../../../testing/billing/billed-work.ts'
import { makeAccount } from '../../../testing/clients/portals.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getClientInvoice, payClientInvoice, voidClientInvoice } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = await scene(server)
const { owner, member } = world

interface Whole {
  readonly id: string
  readonly invoiceNumber: string
  readonly totalMinor: number
  readonly paidCents: number
  readonly dueCents: number
  readonly creditCents: number
  readonly usableCreditCents: number
}
const get = async (id: string) => (await owner.call(getClientInvoice, { id })).body as unknown as Whole
const issuedFor = async (account: string, change: object = {}) =>
  issuedOf(world, [await chargeFor(world, account, change)])
const pay = (id: string, body: object) => member.call(payClientInvoice, { id, body })
const useCredit = (id: string, amountCents?: number) =>
  pay(id, { kind: 'credit', ...(amountCents !== undefined && { amountCents }) })
let accounts = 0
const newAccount = () => {
  accounts += 1
  return makeAccount(world, `Client ${accounts}`)
}
const total = (await get(await issuedFor(await newAccount()))).totalMinor

test('a credit is offered for the next invoice, and used as a fact on each side', async () => {
  const account = await newAccount()
  const first = await issuedFor(account)
  await pay(first, { amountCents: total + 500 })
  const next = await issuedFor(account)
  expect(await get(next)).toMatchObject({ paidCents: 0, dueCents: total, usableCreditCents: 500 })
  expectError(await unchanged(server, () => useCredit(next, 501)), 409, 'invoice_credit_less')
  expect(await useCredit(next, 200)).toMatchObject({
    status: 200,
    body: { status: 'final', paidCents: 200, usableCreditCents: 300 },
  })
  expect(await useCredit(next)).toMatchObject({ status: 200, body: { dueCents: total - 500, usableCreditCents: 0 } })
  const { invoiceNumber } = await get(next)
  expect(await get(first)).toMatchObject({
    status: 'paid',
    creditCents: 0,
    dueCents: 0,
    payments: [
      { kind: 'payment', source: 'hand' },
      { kind: 'refund', source: 'credit', amountCents: 200, paymentReference: invoiceNumber },
      { kind: 'refund', source: 'credit', amountCents: 300, paymentReference: invoiceNumber },
    ],
  })
  expectError(await unchanged(server, () => useCredit(next)), 409, 'invoice_credit_less')
  expectError(await unchanged(server, () => useCredit(first)), 409, 'invoice_not_payable')
  const settling = (await world.auditActions(first)).filter((action) => action === 'client_invoice.settle_out_of_band')
  expect(settling).toHaveLength(3)
  expect((await world.eventNames(first)).filter((name) => name === 'client_invoice.payment_recorded')).toHaveLength(3)
})

test('neither another currency nor another client has it; a void invoice returns it, and it can settle one', async () => {
  const account = await newAccount()
  const gone = await issuedFor(account)
  await pay(gone, { amountCents: total })
  const paid = await issuedFor(account)
  await pay(paid, { amountCents: total + 100 })
  const part = await issuedFor(account)
  await pay(part, { amountCents: total - 1 })
  await owner.call(voidClientInvoice, { id: part, body: { reason: 'Wrong' } })
  const yen = await issuedFor(account, { currency: 'JPY' })
  const other = await issuedFor(await newAccount())
  for (const id of [yen, other]) {
    expect(await get(id)).toMatchObject({ usableCreditCents: 0 })
    expectError(await unchanged(server, () => useCredit(id)), 409, 'invoice_credit_less')
  }
  const next = await issuedFor(account)
  expect(await get(next)).toMatchObject({ usableCreditCents: total })
  expect(await useCredit(next)).toMatchObject({ status: 200, body: { status: 'paid', dueCents: 0 } })
  expect(await world.eventNames(next)).toContain('client_invoice.paid')
  expect([(await get(paid)).creditCents, (await get(part)).creditCents]).toEqual([0, 99])
})

test('uses at once take no more than there is', async () => {
  const account = await newAccount()
  await pay(await issuedFor(account), { amountCents: total + 100 })
  const targets = [await issuedFor(account), await issuedFor(account)]
  let nth = 0
  const { statuses } = await racing(4, () => {
    nth += 1
    return useCredit(targets[nth % 2]!, 60)
  })
  expect(statuses).toEqual({ 200: 1, 409: 3 })
  const after = await Promise.all(targets.map(get))
  expect(after.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(60)
})

test('the sum of all that was paid stays the same by any uses of credits', async () => {
  const use = fc.record({ at: fc.nat({ max: 3 }), amount: fc.option(fc.integer({ min: 1, max: total })) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 2 * total }), { minLength: 4, maxLength: 4 }),
      fc.array(use, { maxLength: 5 }),
      async (amounts, uses) => {
        const account = await newAccount()
        const ids: string[] = []
        for (const amountCents of amounts) {
          const id = await issuedFor(account)
          await pay(id, { amountCents })
          ids.push(id)
        }
        const sum = amounts.reduce((one, other) => one + other, 0)
        for (const { at, amount } of uses) {
          const before = await get(ids[at]!)
          const { status } = await useCredit(ids[at]!, amount ?? undefined)
          const isRight = before.usableCreditCents > 0 && (amount ?? 1) <= before.usableCreditCents
          expect(status).toBe(isRight ? 200 : 409)
          const after = await Promise.all(ids.map(get))
          expect(after.reduce((one, { paidCents }) => one + paidCents, 0)).toBe(sum)
          const owed = after.reduce((one, { dueCents, creditCents }) => one + dueCents - creditCents, 0)
          expect(owed).toBe(4 * total - sum)
          const used = isRight ? (amount ?? before.usableCreditCents) : 0
          expect(after[at]!.paidCents).toBe(before.paidCents + used)
        }
      },
    ),
    { numRuns: 8 },
  )
})
