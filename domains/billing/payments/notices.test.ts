import { describe, expect, test } from 'vitest'
import { withOddTexts } from '../../../testing/texts/odd-texts.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deliverAdyen, deliverStripe, deliverTo } from '../../../testing/payments/deliver.ts'
import { adyenItem } from '../../../testing/payments/fake-adyen.ts'
import { stripeEvent, stripeSignature } from '../../../testing/payments/fake-stripe.ts'
import { adyenHmacKey, linkTo, payingWorld, paymentServer, stripeSecret } from '../../../testing/payments/world.ts'
import { unchanged } from '../../../testing/refusals.ts'
import { invoices, payClientInvoice, voidClientInvoice } from '../invoices/contract.ts'
import { getPaymentProvider, listPaymentNotices } from './contract.ts'

const { server, stripe, adyen } = await paymentServer()
const world = await payingWorld(server)
const { at, webhookUrl } = world
const opened = async (id: string) => (await linkTo(at, id)).reference
const get = async (id: string) => (await at.owner.call(invoices.getClientInvoice, { id })).body
const noticesOf = async (id: string) => {
  const rows = (await at.owner.call(listPaymentNotices)).body as unknown as { invoiceId: string }[]
  return rows.filter(({ invoiceId }) => invoiceId === id)
}
const accepted = { status: 200, code: undefined }
const unsigned = { status: 400, code: 'payment_notice_not_signed' }

describe('takePaymentNotice', () => {
  test('200 or 400 for texts that PostgreSQL does not take, in every field of a notice', async () => {
    const event: unknown = JSON.parse(stripeEvent(stripe.pay(await opened(await world.issued()))))
    for (const odd of withOddTexts(event)) {
      const { status } = await deliverStripe(webhookUrl, JSON.stringify(odd))
      expect([odd, status === 200 || status === 400]).toEqual([odd, true])
    }
  })

  test('500 and then 200 for a notice that fails twice: it is a payment to look at, and the next notice settles its invoice', async () => {
    const poisoned = await world.issued()
    const next = await world.issued()
    const event = stripeEvent(stripe.pay(await opened(poisoned)))
    await asOwner(
      server,
      `alter table payment_notice add constraint poison check (invoice_id <> '${poisoned}') not valid`,
    )
    expect((await deliverStripe(webhookUrl, event)).status).toBe(500)
    expect(await deliverStripe(webhookUrl, event)).toEqual(accepted)
    expect(await deliverStripe(webhookUrl, stripeEvent(stripe.pay(await opened(next))))).toEqual(accepted)
    await asOwner(server, 'alter table payment_notice drop constraint poison')
    expect([await get(poisoned), await get(next)]).toMatchObject([{ status: 'final' }, { status: 'paid' }])
    const { body } = await at.owner.call(listPaymentNotices, { query: { outcome: 'mismatched' } })
    expect(body).toMatchObject([{ reason: 'not_taken', invoiceId: null, providerAmount: 11_900 }])
    expect((await at.rows('mail')).at(-1)).toMatchObject({ kind: 'payment.mismatched' })
  })

  test('200 settles an invoice by the signed webhook of Stripe, once', async () => {
    const id = await world.issued()
    const session = stripe.pay(await opened(id))
    expect(await get(id)).toMatchObject({ status: 'final' })
    const event = stripeEvent(session)
    expect(await deliverStripe(webhookUrl, event)).toEqual(accepted)
    expect(await get(id)).toMatchObject({ status: 'paid', paymentReference: session.payment_intent })
    expect((await auditOf(server, at.workspace, id)).at(-1)).toMatchObject({
      action: 'client_invoice.settle_by_provider',
      actorType: 'system',
      source: 'webhook',
      details: { provider: 'stripe', live: false, paymentReference: session.payment_intent, totalMinor: 11_900 },
    })
    expect(await deliverStripe(webhookUrl, event)).toEqual(accepted)
    expect(await deliverStripe(webhookUrl, stripeEvent(session))).toEqual(accepted)
    expect(await noticesOf(id)).toMatchObject([{ outcome: 'repeated' }, { outcome: 'settled', providerAmount: 11_900 }])
    expect((await at.eventNames(id)).filter((name) => name === 'client_invoice.paid')).toHaveLength(1)
    const { body } = await at.owner.call(getPaymentProvider)
    expect(body.lastNoticeAt).toEqual(expect.any(String))
  })

  test('200 settles an invoice by the signed notification of Adyen, once', async () => {
    const other = await payingWorld(server, 'adyen')
    const link = adyen.links.get((await linkTo(other.at, other.invoice)).reference)!
    const item = adyenItem(link)
    expect(await deliverAdyen(other.webhookUrl, [adyenItem(link, { success: 'false' }), item, item])).toEqual(accepted)
    const { body } = await other.at.owner.call(invoices.getClientInvoice, { id: other.invoice })
    expect(body).toMatchObject({ status: 'paid', paymentReference: item.pspReference })
  })

  test('200 by another merchant account with the same HMAC key is raised, and pays nothing', async () => {
    const other = await payingWorld(server, 'adyen')
    const link = adyen.links.get((await linkTo(other.at, other.invoice)).reference)!
    const item = adyenItem(link, { merchantAccountCode: 'AnotherShop' })
    expect(await deliverAdyen(other.webhookUrl, [item])).toEqual(accepted)
    expect(await other.at.rows('payment_notice')).toMatchObject([{ outcome: 'mismatched', reason: 'other_account' }])
    expect(await other.at.rows('client_invoice')).toMatchObject([{ status: 'final' }])
  })

  test('200 for deliveries at once settles once', async () => {
    const id = await world.issued()
    const session = stripe.pay(await opened(id))
    const events = Array.from({ length: 8 }, (_, nth) => stripeEvent(session, { id: `evt_${id}_${nth % 4}` }))
    const answers = await Promise.all(events.map((event) => deliverStripe(webhookUrl, event)))
    expect(answers).toEqual(events.map(() => accepted))
    const outcomes = (await noticesOf(id)).map((notice) => (notice as unknown as { outcome: string }).outcome)
    expect(outcomes.toSorted()).toEqual(['repeated', 'repeated', 'repeated', 'settled'])
    expect((await at.eventNames(id)).filter((name) => name === 'client_invoice.paid')).toHaveLength(1)
  })

  test('200 pays nothing for a page that is completed and not paid yet, nor for an expired page', async () => {
    const id = await world.issued()
    const session = stripe.sessions.get(await opened(id))!
    const waiting = { ...session, status: 'complete', payment_status: 'unpaid' }
    expect(await deliverStripe(webhookUrl, stripeEvent(waiting))).toEqual(accepted)
    const expired = stripeEvent({ ...session, status: 'expired' }, { type: 'checkout.session.expired' })
    expect(await deliverStripe(webhookUrl, expired)).toEqual(accepted)
    expect(await get(id)).toMatchObject({ status: 'final' })
    expect(await opened(id)).not.toBe(session.id)
    const late = stripeEvent(stripe.pay(session.id), { type: 'checkout.session.async_payment_succeeded' })
    expect(await deliverStripe(webhookUrl, late)).toEqual(accepted)
    expect(await get(id)).toMatchObject({ status: 'paid' })
  })

  test.each<[string, object]>([
    ['other_account', { account: 'acct_of_another' }],
    ['other_currency', { currency: 'usd' }],
    ['other_invoice', { client_reference_id: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11' }],
    ['other_checkout', { id: 'cs_of_another' }],
    ['other_mode', { livemode: true }],
  ])('200 with %s is recorded and raised, and pays nothing: %j', async (reason, change) => {
    const id = await world.issued()
    const session = stripe.pay(await opened(id))
    const ofEvent = { livemode: false, account: undefined, ...change }
    const mails = (await at.rows('mail')).length
    expect(await deliverStripe(webhookUrl, stripeEvent({ ...session, ...change }, ofEvent))).toEqual(accepted)
    expect(await get(id)).toMatchObject({ status: 'final', paidAt: null })
    expect(await noticesOf(id)).toMatchObject([{ outcome: 'mismatched', reason }])
    expect((await auditOf(server, at.workspace, id)).at(-1)).toMatchObject({
      action: 'client_invoice.raise_payment',
      severity: 'warning',
      details: { reason },
    })
    expect((await at.eventNames(id)).at(-1)).toBe('client_invoice.payment_mismatched')
    expect(await at.rows('mail')).toHaveLength(mails + 1)
    // Correct deliveries are taken all the same.
    expect(await deliverStripe(webhookUrl, stripeEvent(session))).toEqual(accepted)
    expect(await get(id)).toMatchObject({ status: 'paid' })
  })

  test('200 for a voided invoice, and for an already paid invoice, raises the payment and leaves both statuses', async () => {
    const gone = await world.issued()
    const paid = await world.issued()
    const first = await opened(gone)
    const second = await opened(paid)
    await at.owner.call(voidClientInvoice, { id: gone, body: { reason: 'Wrong' } })
    await at.owner.call(payClientInvoice, { id: paid, body: { paymentReference: 'Statement 7' } })
    for (const reference of [first, second])
      expect(await deliverStripe(webhookUrl, stripeEvent(stripe.pay(reference)))).toEqual(accepted)
    expect(await noticesOf(gone)).toMatchObject([{ outcome: 'mismatched', reason: 'invoice_void' }])
    expect(await noticesOf(paid)).toMatchObject([{ outcome: 'mismatched', reason: 'invoice_paid' }])
    expect([await get(gone), await get(paid)]).toMatchObject([
      { status: 'void', paidAt: null },
      { status: 'paid', paymentReference: 'Statement 7' },
    ])
  })

  test('200 for a page that was never opened is raised, and for another workspace’s page is let pass', async () => {
    const session = stripe.pay(await opened(await world.issued()))
    const metadata = { ...session.metadata, atelier_checkout: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11' }
    expect(await deliverStripe(webhookUrl, stripeEvent({ ...session, metadata }))).toEqual(accepted)
    const { body } = await at.owner.call(listPaymentNotices, { query: { outcome: 'mismatched' } })
    expect(body[0 as never]).toMatchObject({ reason: 'unknown_checkout', invoiceId: null })
    const notices = await at.rows('payment_notice')
    const foreign = [{ atelier_workspace: metadata.atelier_checkout, atelier_checkout: metadata.atelier_checkout }, {}]
    for (const one of foreign)
      expect(await deliverStripe(webhookUrl, stripeEvent({ ...session, metadata: one }))).toEqual(accepted)
    expect(await at.rows('payment_notice')).toEqual(notices)
  })

  test('a workspace’s checkout is not paid by another workspace’s webhook', async () => {
    const neighbour = await payingWorld(server)
    const session = stripe.pay(await opened(await world.issued()))
    const before = await at.rows('client_checkout')
    expect(await deliverStripe(neighbour.webhookUrl, stripeEvent(session))).toEqual(accepted)
    expect([await at.rows('client_checkout'), await neighbour.at.rows('payment_notice')]).toEqual([before, []])
    const claimed = { ...session.metadata, atelier_workspace: neighbour.at.workspace }
    expect(await deliverStripe(neighbour.webhookUrl, stripeEvent({ ...session, metadata: claimed }))).toEqual(accepted)
    expect(await at.rows('client_checkout')).toEqual(before)
    expect(await neighbour.at.rows('payment_notice')).toMatchObject([{ reason: 'unknown_checkout' }])
  })
})

describe('takePaymentNotice refuses', () => {
  test('400 for a body that is not signed, signed otherwise, too old, or changed, before a byte of it is read', async () => {
    const event = stripeEvent(stripe.pay(await opened(await world.issued())))
    const old = stripeSignature(event, stripeSecret, Math.floor(Date.now() / 1_000) - 400)
    const signature = stripeSignature(event, stripeSecret)
    await unchanged(server, async () => {
      expect(await deliverTo(webhookUrl, event)).toEqual(unsigned)
      expect(await deliverStripe(webhookUrl, event, 'whsec_of_somebody')).toEqual(unsigned)
      expect(await deliverTo(webhookUrl, event, { 'stripe-signature': old })).toEqual(unsigned)
      expect(await deliverTo(webhookUrl, `${event} `, { 'stripe-signature': signature })).toEqual(unsigned)
      expect(await deliverTo(webhookUrl, '{', { 'stripe-signature': 'nonsense' })).toEqual(unsigned)
      expect(await deliverTo(webhookUrl, event, { 'stripe-signature': `${signature},t=1` })).toEqual(unsigned)
    })
  })

  test('400 for items of Adyen with one unsigned item', async () => {
    const other = await payingWorld(server, 'adyen')
    const item = adyenItem(adyen.links.get((await linkTo(other.at, other.invoice)).reference)!)
    await unchanged(server, async () => {
      expect(await deliverAdyen(other.webhookUrl, [item], adyenHmacKey.replaceAll('4', '5'))).toEqual(unsigned)
      expect(await deliverTo(other.webhookUrl, '[]')).toEqual(unsigned)
    })
  })

  test('404 for an unknown token, and for the address of another provider', async () => {
    const event = stripeEvent({})
    const unknown = { status: 404, code: 'payment_webhook_not_found' }
    const addresses = [
      webhookUrl.slice(0, -1),
      webhookUrl.replace(/[^/]+$/, 'A'.repeat(43)),
      webhookUrl.replace('/stripe/', '/adyen/'),
      webhookUrl.replace('/stripe/', '/paypal/'),
    ]
    for (const address of addresses)
      expect(await unchanged(server, () => deliverStripe(address, event))).toEqual(unknown)
  })

  test('413 for a body that is longer than any event, whether declared or not; 415 for another type', async () => {
    const large = ' '.repeat(262_145)
    expect(await unchanged(server, () => deliverStripe(webhookUrl, large))).toMatchObject({ status: 413 })
    const chunks = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let sent = 0; sent < 5; sent += 1) controller.enqueue(Buffer.from(' '.repeat(65_536)))
        controller.close()
      },
    })
    const headers = { 'content-type': 'application/json' }
    const streamed = await fetch(webhookUrl, { method: 'POST', body: chunks, headers, duplex: 'half' })
    expect(streamed.status).toBe(413)
    await streamed.body?.cancel()
    expect(await deliverTo(webhookUrl, 'x', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  })
})
