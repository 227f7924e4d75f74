import { AtelierError } from './errors.ts'
import type { ActivityEvent } from './records.ts'

/** A message of a webhook. `data` is the event as `listEvents` shows it to the agency. */
export interface WebhookMessage {
  /** The id of the event: it stays the same when a message comes again. */
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: ActivityEvent
}

interface Received {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as it came, before it is parsed. */
  readonly body: string | Uint8Array<ArrayBuffer>
}

/**
 * The message that a webhook received, once its signature and its time are checked. Throws an AtelierError with the code
 * `webhook_rejected` for any other. Source: Standard Webhooks, version 1.
 */
export const readWebhook = async (
  secret: string,
  { headers, body }: Received,
  { toleranceMs = 300_000, nowMs = Date.now() }: { readonly toleranceMs?: number; readonly nowMs?: number } = {},
): Promise<WebhookMessage> => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) throw rejected('The message has no headers of a webhook.')
  const sentMs = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1_000 : Number.NaN
  if (!(Math.abs(nowMs - sentMs) <= toleranceMs)) throw rejected('The message is too old, or its time lies ahead.')
  const key = await keyOf(secret)
  const content = bytesOf(`${id}.${timestamp}.`, typeof body === 'string' ? new TextEncoder().encode(body) : body)
  // `verify` of WebCrypto compares in constant time.
  const checks = signatures
    .split(' ')
    .slice(0, signaturesMost)
    .map((one) => isSigned(key, one, content))
  if (!(await Promise.all(checks)).includes(true))
    throw rejected('The signature does not fit the secret of this webhook.')
  return messageIn(id, content.slice(id.length + timestamp.length + 2))
}

// During a rotation of the secret there are two signatures.
const signaturesMost = 10

const headerOf = (headers: Received['headers'], name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

const keyOf = async (secret: string) => {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('The secret of a webhook looks like whsec_…')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

const isSigned = async (
  key: Awaited<ReturnType<typeof keyOf>>,
  signature: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const [version, text] = signature.split(',')
  const bytes = version === 'v1' && text ? fromBase64(text) : undefined
  return bytes !== undefined && crypto.subtle.verify('HMAC', key, bytes, content)
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const bytesOf = (head: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const start = new TextEncoder().encode(head)
  const content = new Uint8Array(start.length + body.length)
  content.set(start)
  content.set(body, start.length)
  return content
}

const messageIn = (id: string, body: Uint8Array): WebhookMessage => {
  try {
    const message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Omit<WebhookMessage, 'id'>
    return { ...message, id }
  } catch (error) {
    throw rejected('The message is no JSON.', error)
  }
}

const rejected = (message: string, cause?: unknown) => new AtelierError('webhook_rejected', message, { cause })
