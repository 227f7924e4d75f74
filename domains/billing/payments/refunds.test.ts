import { expect, test } from 'vitest'
import { deliverAdyen, deliverStripe } from '../../../testing/payments/deliver.ts'
import { adyenItem } from '../../../testing/payments/fake-adyen.ts'
import { stripeEvent } from '../../../testing/payments/fake-stripe.ts'
import { linkTo, payingWorld, paymentServer } from '../../../testing/payments/world.ts'
import { getClientInvoice, voidClientInvoice } from '../invoices/contract.ts'
import { listPaymentNotices } from './contract.ts'

const { server, stripe, adyen } = await paymentServer()
const world = await payingWorld(server)
const { at, webhookUrl } = world
const accepted = { status: 200, code: undefined }
const total = 11_900
const get = async (id: string) => (await at.owner.call(getClientInvoice, { id })).body
const openedSession = async (id: string) => stripe.pay((await linkTo(at, id)).reference)
const tell = async (object: object, options: object) =>
  expect(await deliverStripe(webhookUrl, stripeEvent(object, options))).toEqual(accepted)
const paidInvoice = async () => {
  const id = await world.issued()
  const session = await openedSession(id)
  await tell(session, {})
  return { id, paymentIntent: session.payment_intent }
}

test('refunds of Stripe come to the sum of its reports, in any order and with repeats', async () => {
  const { id, paymentIntent } = await paidInvoice()
  const charge = { id: 'ch_1', object: 'charge', payment_intent: paymentIntent, currency: 'eur' }
  const refunded = (amount: number, options: object = {}) =>
    tell({ ...charge, amount_refunded: amount }, { type: 'charge.refunded', ...options })
  for (const amount of [1_000, 1_000, 2_500, 1_000]) await refunded(amount)
  expect(await get(id)).toMatchObject({ status: 'paid', paidCents: total - 2_500, dueCents: 2_500 })
  await Promise.all([refunded(total), refunded(total), refunded(4_000)])
  expect(await get(id)).toMatchObject({ status: 'paid', paidCents: 0, dueCents: total })
  const before = await at.rows('client_invoice_payment')
  await refunded(total + 1, { livemode: true })
  await refunded(total + 1, { account: 'acct_of_another' })
  await tell({ ...charge, payment_intent: 'pi_of_another', amount_refunded: 1 }, { type: 'charge.refunded' })
  await tell({ ...charge, currency: 'usd', amount_refunded: total + 1 }, { type: 'charge.refunded' })
  expect(await at.rows('client_invoice_payment')).toEqual(before)
  expect((await at.eventNames(id)).at(-1)).toBe('client_invoice.payment_recorded')
})

test('a dispute of Stripe takes its money once, and a won dispute returns it; an inquiry takes none', async () => {
  const { id, paymentIntent } = await paidInvoice()
  const dispute = { id: 'dp_1', object: 'dispute', payment_intent: paymentIntent, amount: total, currency: 'eur' }
  await tell({ ...dispute, id: 'dp_0', status: 'warning_needs_response' }, { type: 'charge.dispute.created' })
  expect(await get(id)).toMatchObject({ dueCents: 0 })
  for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.funds_withdrawn'])
    await tell({ ...dispute, status: 'needs_response' }, { type })
  expect(await get(id)).toMatchObject({ status: 'paid', paidCents: 0, dueCents: total })
  for (let nth = 0; nth < 2; nth += 1)
    await tell({ ...dispute, status: 'won' }, { type: 'charge.dispute.funds_reinstated' })
  expect(await get(id)).toMatchObject({ status: 'paid', paidCents: total, dueCents: 0 })
})

test('refunds and chargebacks of Adyen are recorded once with the invoice of their payment', async () => {
  const other = await payingWorld(server, 'adyen')
  const link = adyen.links.get((await linkTo(other.at, other.invoice)).reference)!
  const item = adyenItem(link)
  await deliverAdyen(other.webhookUrl, [item])
  const read = async () => (await other.at.owner.call(getClientInvoice, { id: other.invoice })).body
  const back = (eventCode: string, value: number, change: object = {}) =>
    adyenItem(link, {
      eventCode,
      originalReference: item.pspReference,
      merchantReference: 'refund of a shop',
      amount: { value, currency: 'EUR' },
      ...change,
    })
  const refund = back('REFUND', 400)
  expect(await deliverAdyen(other.webhookUrl, [refund, refund, back('REFUND', 500, { success: 'false' })])).toEqual(
    accepted,
  )
  expect(await read()).toMatchObject({ status: 'paid', dueCents: 400 })
  const chargeback = back('CHARGEBACK', 600)
  const reversed = back('CHARGEBACK_REVERSED', 600, { pspReference: chargeback.pspReference })
  await deliverAdyen(other.webhookUrl, [chargeback])
  expect(await read()).toMatchObject({ dueCents: 1_000 })
  await deliverAdyen(other.webhookUrl, [reversed, back('REFUND', 1, { originalReference: 'of another' })])
  expect(await read()).toMatchObject({ dueCents: 400 })
})

test('money that went back is recorded with its payment, which comes later; twice or at once, it is recorded once', async () => {
  const id = await world.issued()
  const session = await openedSession(id)
  const of = { payment_intent: session.payment_intent, currency: 'eur' }
  const refunded = (amount: number) =>
    [{ id: 'ch_2', object: 'charge', ...of, amount_refunded: amount }, { type: 'charge.refunded' }] as const
  const dispute = { id: 'dp_2', object: 'dispute', ...of, amount: 300, status: 'needs_response' }
  await tell(...refunded(2_000))
  await tell(...refunded(1_000))
  await tell(dispute, { type: 'charge.dispute.created' })
  expect(await get(id)).toMatchObject({ status: 'final', paidCents: 0, dueCents: total })
  const { body: listed } = await at.owner.call(listPaymentNotices, {})
  expect(listed).not.toContainEqual(expect.objectContaining({ paymentReference: session.payment_intent }))
  await tell(session, {})
  expect(await get(id)).toMatchObject({ status: 'paid', paidCents: total - 2_300, dueCents: 2_300 })
  await tell(...refunded(2_000))
  await tell(dispute, { type: 'charge.dispute.funds_withdrawn' })
  expect(await get(id)).toMatchObject({ dueCents: 2_300 })
  const { body: notices } = await at.owner.call(listPaymentNotices, {})
  expect(notices).toContainEqual(expect.objectContaining({ invoiceId: id, outcome: 'settled' }))
  for (let nth = 0; nth < 8; nth += 1) {
    const raced = await world.issued()
    const paid = await openedSession(raced)
    const back = { id: `ch_r${nth}`, object: 'charge', payment_intent: paid.payment_intent, currency: 'eur' }
    await Promise.all([tell({ ...back, amount_refunded: 700 }, { type: 'charge.refunded' }), tell(paid, {})])
    expect(await get(raced)).toMatchObject({ status: 'paid', dueCents: 700 })
  }
})

test('a payment of another amount, and one of a void or a paid invoice, is recorded as it came and raised', async () => {
  const part = await world.issued()
  await tell({ ...(await openedSession(part)), amount_total: total - 1 }, {})
  expect(await get(part)).toMatchObject({ status: 'final', paidCents: total - 1, dueCents: 1 })
  const gone = await world.issued()
  const session = await openedSession(gone)
  await at.owner.call(voidClientInvoice, { id: gone, body: { reason: 'Wrong' } })
  await tell(session, {})
  expect(await get(gone)).toMatchObject({ status: 'void', dueCents: 0, creditCents: total })
})
