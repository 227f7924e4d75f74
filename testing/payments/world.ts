import { expect } from 'vitest'
import { endCheckouts } from '../../domains/billing/payments/jobs/end-checkouts.ts'
import { connectPaymentProvider, createClientInvoicePaymentLink } from '../../domains/billing/payments/contract.ts'
import { chargeFor, issuedOf } from '../billing/billed-work.ts'
import { makeAccount, seatOf } from '../clients/portals.ts'
import { scene, type Scene } from '../scene.ts'
import { scheduledContext } from '../jobs/scheduled.ts'
import { testServer, type TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'
import { fakeAdyen } from './fake-adyen.ts'
import { fakeStripe } from './fake-stripe.ts'

export const stripeKey = 'sk_test_canary51aF3c9'
export const stripeSecret = 'whsec_canary8f2b11c0'
export const adyenKey = 'AQEcanary7d0c6a0e2b41'
export const adyenHmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
export const adyenMerchant = 'NorthwindECOM'

const stripeBody = { provider: 'stripe', apiKey: stripeKey, webhookSecret: stripeSecret }
const adyenBody = {
  provider: 'adyen',
  apiKey: adyenKey,
  webhookSecret: adyenHmacKey,
  merchantAccount: adyenMerchant,
}
const bodies = { stripe: stripeBody, adyen: adyenBody }

/** A server beside Stripe and Adyen on loopback. */
export const paymentServer = async (settings: Readonly<Record<string, string>> = {}) => {
  const [stripe, adyen] = await Promise.all([fakeStripe(stripeKey), fakeAdyen(adyenKey, adyenMerchant)])
  const server = await testServer({
    ATELIER_ROLE: 'server',
    ATELIER_PAYMENT_PROVIDERS: `stripe=${stripe.url}, adyen=${adyen.url}`,
    ATELIER_FETCH_PRIVATE_HOSTS: `${stripe.host}, ${adyen.host}`,
    ...settings,
  })
  return { server, stripe, adyen }
}

/** Connects a provider with the keys of the fakes, or with those of `change`; gives where its webhooks go. */
export const connectTo = async ({ owner }: Scene, provider: 'stripe' | 'adyen', change: object = {}) => {
  const { status, body } = await owner.call(connectPaymentProvider, { body: { ...bodies[provider], ...change } })
  expect([status, body]).toEqual([200, body])
  return body.webhookUrl as string
}

/** A workspace that takes payments, an account with a client who has a seat in it, and an issued invoice of 119 euros. */
export const payingWorld = async (server: TestServer, provider: 'stripe' | 'adyen' = 'stripe') => {
  const at = await scene(server)
  const webhookUrl = await connectTo(at, provider)
  const account = await makeAccount(at)
  const { caller: payer, userId } = await at.join('client')
  await seatOf(server, at, account, userId)
  const issued = async (change: object = {}) => issuedOf(at, [await chargeFor(at, account, change)])
  return { at, account, payer, payerId: userId, webhookUrl, issued, invoice: await issued() }
}

/** The page to pay an invoice on, as the agency is given it. */
export const linkTo = async ({ owner }: Scene, id: string) => {
  const { status, body } = await owner.call(createClientInvoicePaymentLink, { id })
  expect([status, body]).toEqual([200, body])
  return body as { url: string; reference: string }
}

/** One look of the schedule that ends checkouts. */
export const endDue = ({ parts }: TestServer) => endCheckouts(parts, scheduledContext)

/** As if the pause before the next attempt were over. */
export const afterPause = (server: TestServer) =>
  asOwner(server, 'update client_checkout set next_attempt_at = now() where ended_at is null')
