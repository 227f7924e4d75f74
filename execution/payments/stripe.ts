import { Type, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { FetchRefusal, type Fetcher, type SentAnswer } from '../../platform/fetch/index.ts'
import { PaymentFailure, requestLimits } from './provider.ts'
import type { CheckoutRequest, PaymentAccount, PaymentProvider } from './provider.ts'

const version = '2026-10-28.endive'

const Session = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_]{1,200}$' }),
  status: Type.Union([Type.String(), Type.Null()]),
})
const OpenedSession = Type.Object({ id: Session.properties.id, url: Type.String({ minLength: 1 }) })

/** Stripe Checkout by its HTTP API. `address` replaces its own one. Source: docs.stripe.com/api/checkout/sessions. */
export const openStripe = (fetcher: Fetcher, address: string): PaymentProvider => {
  const ask = asker(fetcher, `${address.replace(/\/$/, '')}/v1/checkout/sessions`)
  return {
    open: async (account, checkout) => {
      const question: Question = { method: 'POST', path: '', form: sessionOf(checkout), key: checkout.id }
      const { id, url } = await ask(account, question, OpenedSession)
      return { reference: id, url }
    },
    end: async (account, reference, key) => {
      const path = `/${encodeURIComponent(reference)}`
      const { status } = await ask(account, { method: 'GET', path }, Session)
      if (status === 'complete') return 'completed'
      if (status === 'expired') return 'canceled'
      await ask(account, { method: 'POST', path: `${path}/expire`, form: {}, key: `${key}-end` }, Session)
      return 'canceled'
    },
    test: async (account) => {
      await ask(account, { method: 'GET', path: '?limit=1' }, Type.Object({}))
    },
  }
}

const sessionOf = ({ id, workspaceId, invoiceId, ...checkout }: CheckoutRequest): Record<string, string> => ({
  mode: 'payment',
  client_reference_id: invoiceId,
  'metadata[atelier_workspace]': workspaceId,
  'metadata[atelier_checkout]': id,
  'metadata[invoice_number]': checkout.invoiceNumber,
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': checkout.currency.toLowerCase(),
  'line_items[0][price_data][unit_amount]': String(checkout.providerAmount),
  'line_items[0][price_data][product_data][name]': checkout.invoiceNumber,
  // The payer pays the amount of the invoice, in its own currency.
  'adaptive_pricing[enabled]': 'false',
  success_url: checkout.successUrl,
  expires_at: String(Math.floor(checkout.expiresAt.getTime() / 1_000)),
})

interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  /** The idempotency key: a repeated request with it does nothing twice. */
  readonly key?: string
}

const asker =
  (fetcher: Fetcher, sessions: string) =>
  async <Answer extends TSchema>(account: PaymentAccount, question: Question, answer: Answer) => {
    const { method, path, form, key } = question
    const headers = {
      authorization: `Bearer ${account.apiKey}`,
      'stripe-version': version,
      accept: 'application/json',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const body = form && new URLSearchParams(form).toString()
    const request = { url: `${sessions}${path}`, method, headers, ...(body && { body }), ...requestLimits }
    const { status, bytes } = await sendTwice(() => fetcher.send(request))
    const content = jsonOf(bytes)
    if (status > 299) throw failureOf(status, content)
    if (!Value.Check(answer, content)) throw new PaymentFailure('unavailable', 'unknown_answer')
    return content
  }

/** Sends a second time if the first was not answered, or if Stripe itself asks for it. */
const sendTwice = async (send: () => Promise<SentAnswer>): Promise<SentAnswer> => {
  try {
    const sent = await send()
    if (!isWorthRepeating(sent)) return sent
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
  }
  return send().catch((error: unknown) => {
    throw error instanceof FetchRefusal ? new PaymentFailure('unavailable', error.reason, error) : error
  })
}

const isWorthRepeating = ({ status, headers }: SentAnswer): boolean => {
  const wish = String(headers['stripe-should-retry'])
  return wish === 'true' || (wish !== 'false' && (status === 409 || status >= 500))
}

const Refusal = Type.Object({ error: Type.Object({ code: Type.Optional(Type.String()) }) })

const failureOf = (status: number, content: unknown): PaymentFailure => {
  const code = Value.Check(Refusal, content) ? content.error.code : undefined
  const isPassing = status >= 500 || status === 409 || status === 429
  return new PaymentFailure(isPassing ? 'unavailable' : 'refused', code ?? status)
}
