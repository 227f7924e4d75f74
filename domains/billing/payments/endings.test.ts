import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { deliverStripe } from '../../../testing/payments/deliver.ts'
import { stripeEvent } from '../../../testing/payments/fake-stripe.ts'
import { afterPause, connectTo, endDue, linkTo, payingWorld, paymentServer } from '../../../testing/payments/world.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { payClientInvoice, voidClientInvoice } from '../invoices/contract.ts'
import { createClientInvoicePaymentLink, disconnectPaymentProvider } from './contract.ts'
import { forgetKeys } from './jobs/forget-keys.ts'

const { server, stripe, adyen } = await paymentServer()
const world = await payingWorld(server)
const { at } = world
const voiding = (id: string) => at.owner.call(voidClientInvoice, { id, body: { reason: 'Wrong' } })
const checkoutOf = async (id: string) => (await at.rows('client_checkout')).find((row) => row.invoice_id === id)!

describe('a checkout', () => {
  test('is unchanged while its invoice can be paid', async () => {
    const { reference } = await linkTo(at, await world.issued())
    await endDue(server)
    expect(stripe.sessions.get(reference)!.status).toBe('open')
  })

  test('of an invoice that is voided, or paid outside of the service, is canceled at its provider', async () => {
    const gone = await world.issued()
    const paid = await world.issued()
    const references = [(await linkTo(at, gone)).reference, (await linkTo(at, paid)).reference]
    await voiding(gone)
    await at.owner.call(payClientInvoice, { id: paid, body: {} })
    await endDue(server)
    expect(references.map((reference) => stripe.sessions.get(reference)!.status)).toEqual(['expired', 'expired'])
    for (const id of [gone, paid]) {
      expect(await checkoutOf(id)).toMatchObject({ status: 'canceled' })
      expect((await auditOf(server, at.workspace, id)).at(-1)).toMatchObject({
        action: 'client_invoice.cancel_checkout',
        actorType: 'system',
        details: { outcome: 'canceled' },
      })
      expect((await at.eventNames(id)).at(-1)).toBe('client_invoice.checkout_ended')
    }
  })

  test('of Adyen is canceled as well', async () => {
    const other = await payingWorld(server, 'adyen')
    const { reference } = await linkTo(other.at, other.invoice)
    await other.at.owner.call(voidClientInvoice, { id: other.invoice, body: { reason: 'Wrong' } })
    await endDue(server)
    expect(adyen.links.get(reference)!.status).toBe('expired')
  })

  test('that cannot be ended is tried again after a pause, and no other waits for it', async () => {
    const first = await world.issued()
    const second = await world.issued()
    const { reference } = await linkTo(at, first)
    const other = await linkTo(at, second)
    await voiding(first)
    stripe.trouble('lost request', 'lost request')
    await endDue(server)
    expect(await checkoutOf(first)).toMatchObject({ status: 'open', attempts: 1 })
    await voiding(second)
    await endDue(server)
    expect(await checkoutOf(first)).toMatchObject({ attempts: 1 })
    expect(stripe.sessions.get(other.reference)!.status).toBe('expired')
    await afterPause(server)
    await endDue(server)
    expect(stripe.sessions.get(reference)!.status).toBe('expired')
  })

  test('whose keys cannot be opened holds no other up', async () => {
    const other = await payingWorld(server)
    const first = await other.issued()
    const second = await other.issued()
    for (const id of [first, second]) {
      await linkTo(other.at, id)
      await other.at.owner.call(voidClientInvoice, { id, body: { reason: 'Wrong' } })
    }
    const own = 'where workspace_id = $1'
    await asOwner(server, `update payment_connection set api_key_ciphertext = '\\x00' ${own}`, [other.at.workspace])
    const past = `update client_checkout set expires_at = now() - interval '1 hour' ${own} and invoice_id = $2`
    await asOwner(server, past, [other.at.workspace, second])
    await endDue(server)
    const rows = await other.at.rows('client_checkout')
    expect(rows.find((row) => row.invoice_id === first)).toMatchObject({ status: 'open' })
    expect(rows.find((row) => row.invoice_id === second)).toMatchObject({ status: 'expired' })
  })

  test('whose end was carried out and not recorded is recorded at the next attempt', async () => {
    const id = await world.issued()
    const { reference } = await linkTo(at, id)
    await voiding(id)
    stripe.sessions.get(reference)!.status = 'expired'
    await endDue(server)
    expect(await checkoutOf(id)).toMatchObject({ status: 'canceled' })
  })

  test('whose opening got no answer is found by its id and canceled', async () => {
    const id = await world.issued()
    stripe.trouble('lost answer', 'lost answer')
    expect((await at.owner.call(createClientInvoicePaymentLink, { id })).status).toBe(502)
    const [reference] = [...stripe.sessions.keys()].slice(-1)
    const sessions = stripe.sessions.size
    await voiding(id)
    await endDue(server)
    expect([stripe.sessions.size, stripe.sessions.get(reference!)!.status]).toEqual([sessions, 'expired'])
  })

  test('that was paid is not canceled, and its payment is raised when it comes', async () => {
    const id = await world.issued()
    const { reference } = await linkTo(at, id)
    await voiding(id)
    const session = stripe.pay(reference)
    await endDue(server)
    expect(await checkoutOf(id)).toMatchObject({ status: 'completed' })
    expect((await deliverStripe(world.webhookUrl, stripeEvent(session))).status).toBe(200)
    expect((await at.rows('payment_notice')).at(-1)).toMatchObject({ outcome: 'mismatched', reason: 'invoice_void' })
  })

  test('whose time is over is ended without a word to its provider', async () => {
    const id = await world.issued()
    const { reference } = await linkTo(at, id)
    await asOwner(server, 'update client_checkout set expires_at = now() where invoice_id = $1', [id])
    await endDue(server)
    expect(await checkoutOf(id)).toMatchObject({ status: 'expired' })
    expect(stripe.sessions.get(reference)!.status).toBe('open')
  })
})

describe('after a disconnection', () => {
  const forget = () => forgetKeys(server.parts, scheduledContext)

  test('open checkouts are canceled, then the API key is deleted; the webhook is accepted for 30 days more', async () => {
    const other = await payingWorld(server)
    const late = await other.issued()
    const { reference } = await linkTo(other.at, other.invoice)
    const paying = stripe.pay((await linkTo(other.at, late)).reference)
    await other.at.owner.call(disconnectPaymentProvider)
    const keys = async () => (await other.at.rows('payment_connection'))[0]!
    await forget()
    expect((await keys()).api_key_ciphertext).not.toBeNull()
    await endDue(server)
    expect(stripe.sessions.get(reference)!.status).toBe('expired')
    await forget()
    expect(await keys()).toMatchObject({ api_key_ciphertext: null, api_key_version: null })
    expect((await deliverStripe(other.webhookUrl, stripeEvent(paying))).status).toBe(200)
    const invoice = (await other.at.rows('client_invoice')).find(({ id }) => id === late)
    expect(invoice).toMatchObject({ status: 'paid' })
    await asOwner(
      server,
      `update payment_connection set disconnected_at = now() - interval '31 days'
      where workspace_id = $1`,
      [other.at.workspace],
    )
    await forget()
    expect(await keys()).toMatchObject({ webhook_ciphertext: null })
    expect((await deliverStripe(other.webhookUrl, stripeEvent(paying))).status).toBe(404)
    await connectTo(other.at, 'adyen')
  })
})
