import type { IncomingMessage, ServerResponse } from 'node:http'
import { loopbackSite } from '../network/loopback-site.ts'
import { ok, refusal, type Answer, type Call, type FakeDocument, type FakeRequest, type FakeTenant } from './calls.ts'
import { documentRoutes, note, sha256 } from './documents.ts'
import { networkRoutes } from './network.ts'
import { eventOf, post, webhookRoutes, type FakeEvent, type FakeWebhook } from './webhooks.ts'

/** Replaces the usual answer to the next request whose `METHOD path` matches, once. A number is a status. */
export interface FakeTrouble {
  readonly at: RegExp
  readonly answer: number | 'lost request' | 'lost answer' | 'none'
  readonly retryAfterSeconds?: number
}

const bodyBytesMost = 10_000_000
const requestsMost = 10_000

/**
 * The API of the Peppol access point e-invoice.be on loopback, for these accounts. `participants` are the Peppol ids
 * that the network knows; `arrivals` is what recipients got. Source: the OpenAPI 1.1.0 of the vendor, the npm package
 * e-invoice-api 1.24.1, docs.e-invoice.be.
 */
export const fakeEInvoiceBe = async (tenants: readonly FakeTenant[], participants: ReadonlySet<string>) => {
  const documents = new Map<string, FakeDocument>()
  const webhooks = new Map<string, FakeWebhook>()
  const troubles: FakeTrouble[] = []
  const requests: FakeRequest[] = []
  const arrivals: { documentId: string; receiver: string; sha256: string; by: 'peppol' | 'mail' }[] = []
  const routes = [...documentRoutes(documents), ...networkRoutes(participants), ...webhookRoutes(webhooks)]
  const answerTo = (call: Call): Answer => {
    for (const [method, path, handler] of routes) {
      const id = call.request.method === method ? path.exec(call.request.path)?.[1] : undefined
      if (id !== undefined) return handler(call, decodeURIComponent(id))
    }
    return refusal(404, 'Not Found')
  }
  const troubleFor = ({ method, path }: FakeRequest) => {
    const index = troubles.findIndex(({ at }) => at.test(`${method} ${path}`))
    return index === -1 ? undefined : troubles.splice(index, 1)[0]
  }
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const url = `http://${incoming.headers.host}`
    const { pathname, searchParams } = new URL(incoming.url!, url)
    const tenant = tenants.find(({ apiKey }) => incoming.headers.authorization === `Bearer ${apiKey}`)
    const query = Object.fromEntries(searchParams)
    const request: FakeRequest = { method: incoming.method!, path: pathname, query, tenant: tenant?.id }
    if (requests.push(request) > requestsMost) return void response.destroy()
    const body = await boundedBody(incoming)
    const trouble = troubleFor(request)
    if (trouble?.answer === 'none') return
    if (trouble?.answer === 'lost request') return void response.destroy()
    const file = documents.get(/^\/files\/(.+)$/.exec(pathname)?.[1] ?? '')
    const contentType = incoming.headers['content-type'] ?? ''
    let answer: Answer
    if (typeof trouble?.answer === 'number') answer = refusal(trouble.answer, `Status ${trouble.answer} on command`)
    else if (!body) answer = refusal(413, 'Request Entity Too Large')
    else if (file) answer = ok(file.bytes)
    else if (!tenant) answer = refusal(401, 'Invalid or missing API key')
    else answer = answerTo({ tenant, query, body, contentType, request, url })
    if (trouble?.answer === 'lost answer') return void response.destroy()
    request.status = answer.status
    send(response, answer, trouble?.retryAfterSeconds)
  }
  const site = await loopbackSite((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  /** Ends the transmission: by default SENT if the network knows the receiver, else FAILED. Gives the event. */
  const settle = (id: string, state?: 'SENT' | 'FAILED', details: object | null = null): FakeEvent => {
    const document = documents.get(id)!
    if (document.shown.state !== 'TRANSIT') throw new Error(`Document ${id} is ${document.shown.state}, not TRANSIT.`)
    const { receiver } = document.route!
    document.shown.state = state ?? (participants.has(receiver) ? 'SENT' : 'FAILED')
    const isSent = document.shown.state === 'SENT'
    note(document, isSent ? 'send_success' : 'send_failed', details)
    const by = document.tenant.isInTestMode ? 'mail' : 'peppol'
    if (isSent) arrivals.push({ documentId: id, receiver, sha256: sha256(document.bytes), by })
    return eventOf(document, isSent ? 'document.sent' : 'document.sent.failed')
  }
  /** An answer of the buyer's side. The vendor names these types only; the shape of `details` is not published. */
  const respond = (id: string, type: 'mlr_received' | 'imr_received', details: object | null) =>
    note(documents.get(id)!, type, details)
  /** Posts an event now, to the webhooks that subscribe to its type. Redirects are not followed. */
  const deliver = async (event: FakeEvent, { secret }: { readonly secret?: string } = {}) => {
    const wanting = [...webhooks.values()].filter(
      ({ tenant, shown }) => tenant.id === event.tenant_id && shown.enabled && shown.events.includes(event.type),
    )
    return Promise.all(wanting.map(({ shown }) => post(shown.url, event, secret ?? shown.secret)))
  }
  return { ...site, documents, webhooks, troubles, requests, arrivals, settle, respond, deliver }
}

const boundedBody = async (incoming: IncomingMessage): Promise<Buffer | undefined> => {
  const parts: Buffer[] = []
  let sizeBytes = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    sizeBytes += part.length
    if (sizeBytes <= bodyBytesMost) parts.push(part)
  }
  return sizeBytes > bodyBytesMost ? undefined : Buffer.concat(parts)
}

const send = (response: ServerResponse, { status, body }: Answer, retryAfterSeconds?: number) => {
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds)
  const isFile = Buffer.isBuffer(body)
  response.writeHead(status, { 'content-type': isFile ? 'application/xml' : 'application/json' })
  response.end(isFile ? body : JSON.stringify(body))
}
