import { createHmac, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { loopbackSite } from '../network/loopback-site.ts'

export interface FakeSession {
  readonly id: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  payment_intent: string | null
  readonly object: 'checkout.session'
  readonly livemode: boolean
  readonly amount_total: number
  readonly currency: string
  readonly client_reference_id: string
  readonly metadata: Readonly<Record<string, string>>
  readonly success_url: string
  readonly expires_at: number
  readonly url: string
}

/** Its response in place of its usual answer, once: answer with this status, or break off before or after the work. */
export type FakeFailure = number | 'lost request' | 'lost answer'

const random = () => randomBytes(12).toString('hex')
const refusal = (status: number, code: string, type = 'invalid_request_error') => ({
  status,
  body: { error: { code, type, message: `No: ${code}` } },
})

/**
 * Checkout Sessions of Stripe on loopback, for this key: form bodies, idempotency keys that want the same parameters,
 * limits of amounts and of the time of expiry. Source: docs.stripe.com/api/checkout/sessions.
 */
export const fakeStripe = async (apiKey: string) => {
  const sessions = new Map<string, FakeSession>()
  const kept = new Map<string, { readonly body: string; readonly answer: object }>()
  const troubles: FakeFailure[] = []
  const answerTo = (method: string, path: string, body: string) => {
    const [, id, verb] = /^\/v1\/checkout\/sessions(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (id === undefined)
      return method === 'POST' ? openSession(sessions, new URLSearchParams(body)) : { status: 200, body: { data: [] } }
    const session = sessions.get(id)
    if (!session) return refusal(404, 'resource_missing')
    if (verb === 'expire' && session.status !== 'open') return refusal(400, 'session_not_open')
    if (verb === 'expire') session.status = 'expired'
    return { status: 200, body: session }
  }
  const once = (key: string | undefined, body: string, work: () => { status: number; body: object }) => {
    const before = key === undefined ? undefined : kept.get(key)
    if (before && before.body !== body) return refusal(400, 'idempotency_error', 'idempotency_error')
    const answer = (before?.answer ?? work()) as ReturnType<typeof work>
    if (key !== undefined) kept.set(key, { body, answer })
    return answer
  }
  const site = await loopbackSite((request, response) => {
    const answerBody = (body: string) => {
      const { pathname } = new URL(request.url!, 'http://stripe')
      const trouble = troubles.shift()
      if (trouble === 'lost request') return void response.destroy()
      if (typeof trouble === 'number') return void send(response, refusal(trouble, 'api_error', 'api_error'))
      if (request.headers.authorization !== `Bearer ${apiKey}`)
        return void send(response, refusal(401, 'api_key_invalid'))
      const key = request.headers['idempotency-key'] as string | undefined
      const answer = once(key, `${pathname} ${body}`, () => answerTo(request.method!, pathname, body))
      return void (trouble === 'lost answer' ? response.destroy() : send(response, answer))
    }
    text(request).then(answerBody, () => response.destroy())
  })
  return {
    ...site,
    sessions,
    /** The troubles of the next requests, in their order. */
    trouble: (...next: readonly FakeFailure[]) => void troubles.push(...next),
    /** Pays; gives the session as Stripe then has it. */
    pay: (id: string): FakeSession => {
      const paid = { status: 'complete', payment_status: 'paid', payment_intent: `pi_${random()}` } as const
      return Object.assign(sessions.get(id)!, paid)
    },
  }
}

const openSession = (sessions: Map<string, FakeSession>, form: URLSearchParams) => {
  const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
  if (amount > 99_999_999) return refusal(400, 'amount_too_large')
  if (amount < 50) return refusal(400, 'amount_too_small')
  const expiresAt = Number(form.get('expires_at'))
  const seconds = expiresAt - Date.now() / 1_000
  if (!(seconds >= 1_800 && seconds <= 86_400) || !form.get('success_url')) return refusal(400, 'parameter_invalid')
  const id = `cs_test_${random()}`
  const session: FakeSession = {
    id,
    object: 'checkout.session',
    livemode: false,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: amount,
    currency: form.get('line_items[0][price_data][currency]')!,
    client_reference_id: form.get('client_reference_id')!,
    success_url: form.get('success_url')!,
    metadata: Object.fromEntries([...form].flatMap(([name, value]) => metadataIn(name, value))),
    expires_at: expiresAt,
    url: `https://checkout.stripe.example/c/pay/${id}`,
  }
  sessions.set(id, session)
  return { status: 200, body: session }
}

const metadataIn = (name: string, value: string): [string, string][] => {
  const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
  return key === undefined ? [] : [[key, value]]
}

const send = (response: ServerResponse, { status, body }: { readonly status: number; readonly body: object }) => {
  response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
  return response.end(JSON.stringify(body))
}

/** An event as Stripe sends it. */
export const stripeEvent = (
  session: object,
  {
    id = `evt_${random()}`,
    type = 'checkout.session.completed',
    livemode = false,
    account = undefined as string | undefined,
  } = {},
): string =>
  JSON.stringify({ id, object: 'event', type, livemode, account, created: 1_795_000_000, data: { object: session } })

/** The header by which Stripe signs these bytes. */
export const stripeSignature = (payload: string | Buffer, secret: string, seconds = Math.floor(Date.now() / 1_000)) => {
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(payload).digest('hex')
  return `t=${seconds},v1=${signature}`
}
