import { adyenDelivery, type AdyenItem } from './fake-adyen.ts'
import { stripeSignature } from './fake-stripe.ts'
import { adyenHmacKey, stripeSecret } from './world.ts'

/** Sends these bytes to the address of a webhook, as a provider does; gives the status and the code of the answer. */
export const deliverTo = async (
  webhookUrl: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; code: string | undefined }> => {
  const response = await fetch(webhookUrl, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code }
}

/** An event of Stripe, signed. */
export const deliverStripe = (webhookUrl: string, event: string, secret = stripeSecret) =>
  deliverTo(webhookUrl, event, { 'stripe-signature': stripeSignature(event, secret) })

/** Notifications of Adyen, signed. */
export const deliverAdyen = (webhookUrl: string, items: readonly AdyenItem[], hmacKey = adyenHmacKey) =>
  deliverTo(webhookUrl, adyenDelivery(items, hmacKey))
