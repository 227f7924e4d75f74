import { createHmac, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { loopbackSite } from '../network/loopback-site.ts'

export interface FakeLink {
  readonly id: string
  readonly url: string
  status: 'active' | 'completed' | 'expired'
  readonly merchantAccount: string
  readonly reference: string
  readonly amount: { readonly value: number; readonly currency: string }
  readonly expiresAt: string
}

const refusal = (status: number, errorCode: string) => ({
  status,
  body: { status, errorCode, message: 'No', errorType: 'validation' },
})

/** Payment links of Adyen on loopback, for this key. Source: docs.adyen.com/api-explorer/Checkout/71. */
export const fakeAdyen = async (apiKey: string, merchantAccount: string) => {
  const links = new Map<string, FakeLink>()
  const kept = new Map<string, { status: number; body: object }>()
  const create = (body: Omit<FakeLink, 'id' | 'url' | 'status'>) => {
    if (body.merchantAccount !== merchantAccount) return refusal(403, '901')
    if (body.reference.length > 80) return refusal(422, '130')
    const id = `PL${randomBytes(8).toString('hex').toUpperCase()}`
    const link: FakeLink = { ...body, id, status: 'active', url: `https://test.adyen.example/PayByLink/${id}` }
    links.set(id, link)
    return { status: 201, body: link }
  }
  const answerTo = (method: string, path: string, body: object) => {
    if (path === '/v71/paymentMethods') return { status: 200, body: { paymentMethods: [] } }
    if (path === '/v71/paymentLinks') return create(body as FakeLink)
    const link = links.get(path.replace('/v71/paymentLinks/', ''))
    if (!link) return refusal(404, '903')
    if (method === 'PATCH' && link.status !== 'active') return refusal(422, '29_001')
    if (method === 'PATCH') link.status = 'expired'
    return { status: 200, body: link }
  }
  const site = await loopbackSite((request, response) => {
    const answerBody = (body: string) => {
      if (request.headers['x-api-key'] !== apiKey) return void send(response, refusal(401, '000'))
      const key = request.headers['idempotency-key'] as string | undefined
      const before = key === undefined ? undefined : kept.get(key)
      const answer = before ?? answerTo(request.method!, request.url!, (body === '' ? {} : JSON.parse(body)) as object)
      if (key !== undefined) kept.set(key, answer)
      return void send(response, answer)
    }
    text(request).then(answerBody, () => response.destroy())
  })
  return { ...site, links }
}

const send = (response: ServerResponse, { status, body }: { readonly status: number; readonly body: object }) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  return response.end(JSON.stringify(body))
}

export interface AdyenItem {
  readonly pspReference: string
  readonly merchantAccountCode: string
  readonly originalReference?: string
  readonly merchantReference: string
  readonly amount: { readonly value: number; readonly currency: string }
  readonly eventCode: string
  readonly success: string
}

/** A standard notification of one payment of this link, with the fields of `change` replaced. */
export const adyenItem = (link: FakeLink, change: Partial<AdyenItem> = {}): AdyenItem => ({
  pspReference: randomBytes(8).toString('hex').toUpperCase(),
  merchantAccountCode: link.merchantAccount,
  merchantReference: link.reference,
  amount: link.amount,
  eventCode: 'AUTHORISATION',
  success: 'true',
  ...change,
})

/** A delivery of these items, each signed with this key. */
export const adyenDelivery = (items: readonly AdyenItem[], hmacKey: string): string =>
  JSON.stringify({
    live: 'false',
    notificationItems: items.map((item) => ({
      NotificationRequestItem: {
        ...item,
        eventDate: '2026-11-21T10:00:00+01:00',
        additionalData: { hmacSignature: adyenSignature(item, hmacKey) },
      },
    })),
  })

const adyenSignature = (item: AdyenItem, hmacKey: string) => {
  const fields = [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ]
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(fields.join(':')).digest('base64')
}
