import type { Fetcher, Sent } from '../../platform/fetch/index.ts'
import { PaymentFailure, type CheckoutRequest, type PaymentAccount, type PaymentProvider } from './provider.ts'
import { isMethod, requestMs } from './request.ts'

const answerMostBytes = 1_048_576

/** Stripe Checkout by its official library, which is loaded with the first call. Its requests go by the guarded fetcher. */
export const openStripe = (fetcher: Fetcher, address: string): PaymentProvider => {
  const clientFor = async ({ apiKey }: PaymentAccount) => {
    const { default: Stripe } = await import('stripe')
    const { hostname, port, protocol } = new URL(address)
    const isSecure = protocol === 'https:'
    return new Stripe(apiKey, {
      ...{ host: hostname, port: port || (isSecure ? 443 : 80), protocol: isSecure ? 'https' : 'http' },
      ...{ httpClient: guardedClient(fetcher), timeout: requestMs, maxNetworkRetries: 1, telemetry: false },
    })
  }
  return {
    open: (account, checkout) =>
      calling(async () => {
        const stripe = await clientFor(account)
        const { id, url } = await stripe.checkout.sessions.create(sessionOf(checkout), { idempotencyKey: checkout.id })
        if (url === null) throw new PaymentFailure('unavailable', 'no_url')
        return { reference: id, url }
      }),
    end: (account, reference, key) =>
      calling(async () => {
        const { sessions } = (await clientFor(account)).checkout
        const before = await sessions.retrieve(reference)
        if (before.status === 'complete') return 'completed'
        if (before.status !== 'expired') await sessions.expire(reference, {}, { idempotencyKey: `${key}-end` })
        return 'canceled'
      }),
    test: (account) =>
      calling(async () => {
        await (await clientFor(account)).checkout.sessions.list({ limit: 1 })
      }),
  }
}

const sessionOf = ({ id, workspaceId, invoiceId, ...checkout }: CheckoutRequest) => ({
  mode: 'payment' as const,
  client_reference_id: invoiceId,
  metadata: { atelier_workspace: workspaceId, atelier_checkout: id, invoice_number: checkout.invoiceNumber },
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: checkout.currency.toLowerCase(),
        unit_amount: checkout.providerAmount,
        product_data: { name: checkout.invoiceNumber },
      },
    },
  ],
  // What is paid is what the invoice says, in its own currency.
  adaptive_pricing: { enabled: false },
  success_url: checkout.successUrl,
  expires_at: Math.floor(checkout.expiresAt.getTime() / 1_000),
})

const calling = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PaymentFailure ? error : failureOf(error)
  }
}

const failureOf = (error: unknown): PaymentFailure => {
  const { statusCode, code, type } = error as { statusCode?: number; code?: unknown; type?: unknown }
  const isLasting =
    statusCode !== undefined && statusCode >= 400 && statusCode < 500 && ![409, 429].includes(statusCode)
  return new PaymentFailure(isLasting ? 'refused' : 'unavailable', code ?? statusCode ?? type, error)
}

/** The library's way to the network: ours. */
const guardedClient = (fetcher: Fetcher) => ({
  getClientName: () => 'atelier',
  makeRequest: async (
    ...[host, port, path, method, headers, body, protocol, withinMs]: [
      ...[string, string | number, string, string, object, string, string, number],
    ]
  ) => {
    if (!isMethod(method)) throw new Error(`Stripe is not asked with ${method}`)
    const url = `${protocol}://${host}:${port}${path}`
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
    const sent = await fetcher.send({
      ...{ url, method, headers: Object.fromEntries(named) as Record<string, string> },
      ...{ maxBytes: answerMostBytes, withinMs, ...(body !== '' && { body }) },
    })
    return responseOf(sent)
  },
})

const responseOf = ({ status, headers, bytes }: Sent) => ({
  getStatusCode: () => status,
  getHeaders: () => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  getRawResponse: () => bytes,
  toStream: () => {
    throw new Error('Stripe’s answers are read as a whole')
  },
  toJSON: async () => JSON.parse(bytes.toString()) as unknown,
})
