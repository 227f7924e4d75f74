import { createHmac, randomBytes } from 'node:crypto'
import { ok, refusal, type FakeDocument, type FakeTenant, type Handler, type Route } from './calls.ts'

export interface FakeWebhook {
  readonly tenant: FakeTenant
  readonly shown: { readonly id: string; readonly secret: string; url: string; events: string[]; enabled: boolean }
}

export interface FakeEvent {
  readonly id: string
  readonly tenant_id: string
  readonly created_at: number
  readonly type: 'document.sent' | 'document.sent.failed'
  readonly data: { readonly document_id: string }
  readonly text: string
}

/** The outcome of a delivery; `status` is undefined if no answer came. */
export interface FakeDelivery {
  readonly status: number | undefined
  readonly isDelivered: boolean
}

const timeLimitMs = 5_000
const notFound = refusal(404, "Webhook with the specified ID doesn't exist")

/** Webhooks of an account: the vendor makes the secret, and shows it at each read. */
export const webhookRoutes = (webhooks: Map<string, FakeWebhook>): readonly Route[] => {
  const create: Handler = ({ tenant, body }) => {
    const { url, events, enabled = true } = JSON.parse(body.toString()) as Partial<FakeWebhook['shown']>
    if (!URL.canParse(url ?? '') || !Array.isArray(events)) return refusal(422, 'Field required: body.events, body.url')
    const id = `wh-${randomBytes(12).toString('hex')}`
    const shown = { id, url: url!, events, enabled, secret: randomBytes(32).toString('hex') }
    webhooks.set(id, { tenant, shown })
    return ok(shown, 201)
  }
  const withOwn =
    (work: (webhook: FakeWebhook) => object): Handler =>
    ({ tenant }, id) => {
      const webhook = webhooks.get(id)
      return webhook?.tenant === tenant ? ok(work(webhook)) : notFound
    }
  const list: Handler = ({ tenant }) =>
    ok([...webhooks.values()].filter((each) => each.tenant === tenant).map(({ shown }) => shown))
  return [
    ['POST', /^\/api\/(webhooks)\/$/, create],
    ['GET', /^\/api\/(webhooks)\/$/, list],
    ['GET', /^\/api\/webhooks\/([^/]+)$/, withOwn(({ shown }) => shown)],
    ['DELETE', /^\/api\/webhooks\/([^/]+)$/, withOwn(({ shown }) => ({ is_deleted: webhooks.delete(shown.id) }))],
  ]
}

/** The event of a document, as the vendor's page on webhooks shows one. */
export const eventOf = ({ shown, tenant }: FakeDocument, type: FakeEvent['type']): FakeEvent => {
  const data = { document_id: shown.id }
  return {
    id: `evt-${randomBytes(32).toString('hex')}`,
    tenant_id: tenant.id,
    created_at: Math.floor(Date.now() / 1000),
    type,
    data,
    text: `⚡️ New webhook event: ${type}\n\n${JSON.stringify(data, null, 2)}`,
  }
}

/** Signs as the vendor does: over the event as Python's `json.dumps(event, sort_keys=True)` writes it. */
export const eInvoiceBeSignature = (event: object, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(pythonJson(event)).digest('hex')}`

const pythonJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value !== 'object' || value === null)
    return JSON.stringify(value).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${pythonJson(key)}: ${pythonJson(inner)}`).join(', ')}}`
}

/** Posts an event as it was made, so that its bytes are not those that the signature is over. */
export const post = async (url: string, event: FakeEvent, secret: string): Promise<FakeDelivery> => {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeLimitMs),
    headers: { 'content-type': 'application/json', 'x-signature': eInvoiceBeSignature(event, secret) },
    body: JSON.stringify(event),
  }).catch(() => undefined)
  await answer?.body?.cancel()
  return { status: answer?.status, isDelivered: answer?.ok ?? false }
}
