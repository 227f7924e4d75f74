import { describe, expect, test } from 'vitest'
import { auditOf, wholeChain } from '../../../testing/audit/audit-chain.ts'
import { deliverStripe } from '../../../testing/payments/deliver.ts'
import { stripeEvent } from '../../../testing/payments/fake-stripe.ts'
import {
  adyenMerchant,
  connectTo,
  linkTo,
  payingWorld,
  paymentServer,
  stripeKey,
  stripeSecret,
} from '../../../testing/payments/world.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import {
  connectPaymentProvider,
  disconnectPaymentProvider,
  getPaymentProvider,
  testPaymentProvider,
} from './contract.ts'

const { server, stripe } = await paymentServer()
const nothing = {
  provider: null,
  live: false,
  merchantAccount: null,
  livePrefix: null,
  apiKeyEnding: null,
  takesPayments: false,
  webhookUrl: null,
  lastNoticeAt: null,
  connectedAt: null,
}

describe('connectPaymentProvider', () => {
  test('200 keeps keys in the vault, shows none, and returns the address of the webhooks', async () => {
    const at = await scene(server)
    expect((await at.owner.call(getPaymentProvider)).body).toEqual(nothing)
    const { body } = await at.owner.call(connectPaymentProvider, { body: { provider: 'stripe', apiKey: stripeKey } })
    expect(body).toMatchObject({ provider: 'stripe', live: false, apiKeyEnding: 'F3c9', takesPayments: false })
    expect(body.webhookUrl).toMatch(
      new RegExp(`^${server.baseUrl}/v1/api/client-billing/webhooks/stripe/[A-Za-z0-9_-]{43}$`),
    )
    const change = { provider: 'stripe', webhookSecret: stripeSecret }
    const changed = await at.owner.call(connectPaymentProvider, { body: change })
    expect(changed.body).toEqual({ ...body, takesPayments: true })
    expect((await at.owner.call(getPaymentProvider)).body).toEqual(changed.body)
    const kept = JSON.stringify([await at.rows('payment_connection'), await wholeChain(server, at.workspace)])
    const token = (body.webhookUrl as string).split('/').at(-1)!
    for (const secret of [stripeKey, stripeSecret, token]) expect(kept).not.toContain(secret)
    const [row] = await at.rows('payment_connection')
    expect((await auditOf(server, at.workspace, row!.id as string)).map(({ details }) => details)).toMatchObject([
      { provider: 'stripe', live: false, changed: ['apiKey'] },
      { changed: ['webhookSecret'] },
    ])
  })

  test('200 distinguishes a key of the live mode from one of the test mode', async () => {
    const at = await scene(server)
    await connectTo(at, 'stripe', { apiKey: 'rk_live_a1b2' })
    expect((await at.owner.call(getPaymentProvider)).body).toMatchObject({ live: true })
    await connectTo(at, 'stripe', { apiKey: 'sk_test_a1b2', webhookSecret: undefined })
    expect((await at.owner.call(getPaymentProvider)).body).toMatchObject({ live: false, takesPayments: true })
  })

  test('200 once for callers at once, for any provider', async () => {
    const at = await scene(server)
    const bodies = [
      { provider: 'stripe', apiKey: stripeKey },
      { provider: 'adyen', apiKey: 'AQE', merchantAccount: adyenMerchant },
    ]
    const { statuses } = await racing(2, (nth) => at.owner.call(connectPaymentProvider, { body: bodies[nth]! }))
    expect(statuses).toEqual({ 200: 1, 409: 1 })
  })

  test.each([
    [{ provider: 'stripe' }],
    [{ provider: 'stripe', apiKey: 'pk_live_public' }],
    [{ provider: 'stripe', apiKey: stripeKey, webhookSecret: stripeKey }],
    [{ provider: 'adyen', apiKey: 'AQE' }],
    [{ provider: 'adyen', apiKey: 'AQE', merchantAccount: 'a/../b' }],
    [{ provider: 'adyen', apiKey: 'AQE', merchantAccount: 'A', livePrefix: 'evil.example/?1797a841fbb37ca7-A' }],
    [{ provider: 'adyen', apiKey: 'AQE', merchantAccount: 'A', livePrefix: '1797a841fbb37ca7-A@evil.example' }],
    [{ provider: 'adyen', apiKey: 'AQE\r\nx: y', merchantAccount: 'A' }],
    [{ provider: 'paypal', apiKey: 'x' }],
  ])('400 for %j', async (body) => {
    const at = await scene(server)
    const reply = await unchanged(server, () => at.owner.call(connectPaymentProvider, { body }))
    expectError(reply, 400, 'invalid_request')
  })

  test('409 for another account while clients can pay on this account’s pages; a new secret for this account leaves both accepted', async () => {
    const { at, webhookUrl, invoice, issued } = await payingWorld(server)
    const { reference } = await linkTo(at, invoice)
    const live = { provider: 'stripe', apiKey: 'sk_live_a1b2', webhookSecret: 'whsec_of_live1' }
    const reply = await unchanged(server, () => at.owner.call(connectPaymentProvider, { body: live }))
    expectError(reply, 409, 'payment_checkouts_open')
    await connectTo(at, 'stripe', { webhookSecret: 'whsec_another1' })
    expect((await deliverStripe(webhookUrl, stripeEvent(stripe.pay(reference)))).status).toBe(200)
    expect(await at.rows('client_invoice')).toMatchObject([{ status: 'paid' }])
    const next = stripe.pay((await linkTo(at, await issued())).reference)
    expect((await deliverStripe(webhookUrl, stripeEvent(next), 'whsec_another1')).status).toBe(200)
    await connectTo(at, 'stripe', live)
    expect((await deliverStripe(webhookUrl, stripeEvent(next), 'whsec_another1')).status).toBe(400)
  })

  test('409 while another provider is connected', async () => {
    const at = await scene(server)
    await connectTo(at, 'stripe')
    const body = { provider: 'adyen', apiKey: 'AQE', merchantAccount: adyenMerchant }
    const reply = await unchanged(server, () => at.owner.call(connectPaymentProvider, { body }))
    expectError(reply, 409, 'other_payment_provider_connected')
  })
})

describe('testPaymentProvider', () => {
  test('200 reports whether the provider accepts the key, and its error if it does not', async () => {
    const at = await scene(server)
    await connectTo(at, 'stripe')
    expect((await at.owner.call(testPaymentProvider)).body).toEqual({ works: true, reason: null, lastNoticeAt: null })
    await connectTo(at, 'stripe', { apiKey: 'sk_test_revoked' })
    expect((await at.owner.call(testPaymentProvider)).body).toMatchObject({ works: false, reason: 'api_key_invalid' })
    stripe.trouble('lost request', 'lost request')
    expect((await at.owner.call(testPaymentProvider)).body).toMatchObject({ works: false })
    const other = await scene(server)
    await connectTo(other, 'adyen')
    expect((await other.owner.call(testPaymentProvider)).body).toMatchObject({ works: true })
    await connectTo(other, 'adyen', { apiKey: 'AQErevoked' })
    expect((await other.owner.call(testPaymentProvider)).body).toMatchObject({ works: false, reason: '000' })
  })

  test('409 without a provider, as there is nothing to disconnect', async () => {
    const at = await scene(server)
    for (const operation of [testPaymentProvider, disconnectPaymentProvider])
      expectError(await unchanged(server, () => at.owner.call(operation)), 409, 'payment_provider_not_connected')
  })
})

test('200 of disconnectPaymentProvider removes the API key at once if nothing is open', async () => {
  const at = await scene(server)
  await connectTo(at, 'stripe')
  expect((await at.owner.call(disconnectPaymentProvider)).body).toEqual(nothing)
  expect((await at.owner.call(getPaymentProvider)).body).toEqual(nothing)
  expect(await at.rows('payment_connection')).toMatchObject([{ api_key_ciphertext: null }])
  const url = await connectTo(at, 'stripe')
  expect(url).not.toBe('')
})
