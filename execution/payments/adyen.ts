import { Type, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { merchantReferenceOf } from './adyen-notices.ts'
import { PaymentFailure, requestLimits } from './provider.ts'
import type { CheckoutRequest, PaymentAccount, PaymentProvider } from './provider.ts'

const version = 'v71'

const PaymentLink = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$' }),
  url: Type.String({ pattern: '^https?://', maxLength: 2_000 }),
  status: Type.String(),
})

/** Adyen's payment links by its HTTP API, or at `address`. Source: docs.adyen.com/api-explorer/Checkout/71. */
export const openAdyen = (fetcher: Fetcher, address: string | undefined): PaymentProvider => {
  const ask = asker(fetcher, address)
  return {
    open: async (account, checkout) => {
      const body = linkOf(account, checkout)
      const question: Question = { method: 'POST', path: '/paymentLinks', body, key: checkout.id }
      const { id, url } = await ask(account, question, PaymentLink)
      return { reference: id, url }
    },
    end: async (account, reference) => {
      const path = `/paymentLinks/${encodeURIComponent(reference)}`
      const { status } = await ask(account, { method: 'GET', path }, PaymentLink)
      if (status === 'expired') return 'canceled'
      if (status !== 'active') return 'completed'
      await ask(account, { method: 'PATCH', path, body: { status: 'expired' } }, PaymentLink)
      return 'canceled'
    },
    test: async (account) => {
      const body = { merchantAccount: account.merchantAccount }
      await ask(account, { method: 'POST', path: '/paymentMethods', body }, Type.Object({}))
    },
  }
}

const linkOf = ({ merchantAccount }: PaymentAccount, checkout: CheckoutRequest) => ({
  merchantAccount,
  reference: merchantReferenceOf(checkout.workspaceId, checkout.id),
  description: checkout.invoiceNumber,
  amount: { value: checkout.providerAmount, currency: checkout.currency },
  expiresAt: checkout.expiresAt.toISOString(),
  returnUrl: checkout.successUrl,
  reusable: false,
  // An authorisation is a payment, because it is captured at once, despite the account's settings.
  captureDelayHours: 0,
  manualCapture: false,
})

interface Question {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: object
  /** The idempotency key. */
  readonly key?: string
}

const asker =
  (fetcher: Fetcher, address: string | undefined) =>
  async <Answer extends TSchema>(account: PaymentAccount, question: Question, answer: Answer) => {
    const { method, path, body, key } = question
    const url = `${address === undefined ? ownAddress(account) : address.replace(/\/$/, '')}/${version}${path}`
    const headers = {
      'x-api-key': account.apiKey,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const request = { url, method, headers, ...(body && { body: JSON.stringify(body) }), ...requestLimits }
    const { status, bytes } = await fetcher.send(request).catch((error: unknown) => {
      if (error instanceof FetchRefusal) throw new PaymentFailure('unavailable', error.reason, error)
      throw error
    })
    const content = jsonOf(bytes)
    if (status > 299) throw failureOf(status, content)
    if (!Value.Check(answer, content)) throw new PaymentFailure('unavailable', 'unknown_answer')
    return content
  }

/** Source: docs.adyen.com/development-resources/live-endpoints. A prefix has no dot, so that the host stays Adyen’s. */
const ownAddress = ({ livePrefix }: PaymentAccount) =>
  livePrefix === null
    ? 'https://checkout-test.adyen.com'
    : `https://${livePrefix}-checkout-live.adyenpayments.com/checkout`

const failureOf = (status: number, content: unknown): PaymentFailure => {
  const code = Value.Check(Type.Object({ errorCode: Type.String() }), content) ? content.errorCode : `status_${status}`
  // 409 and 422 with code 704: a request with this key is still under way.
  const isPassing = status >= 500 || status === 429 || status === 409 || code === '704'
  return new PaymentFailure(isPassing ? 'unavailable' : 'refused', code)
}
