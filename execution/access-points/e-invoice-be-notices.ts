import { createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AccessPoint } from './access-point.ts'
import { Document } from './e-invoice-be-facts.ts'
import { jsonOf } from '../../packages/foreign-json/index.ts'

const Event = Type.Object({ data: Type.Object({ document_id: Document.properties.id }) })

/**
 * Reads a delivery of e-invoice.be. The vendor signs `json.dumps(event, sort_keys=True)` of Python, which differs from
 * the sent body; another page of its docs has the body signed, so that either counts. Source:
 * docs.e-invoice.be/essentials/webhooks.
 */
export const readNotice: AccessPoint['read'] = ({ bytes, header }, secret) => {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(header('x-signature') ?? '') ?? []
  if (hex === undefined) return undefined
  const signature = Buffer.from(hex, 'hex')
  const event = jsonOf(bytes)
  const rewritten = pythonJson(event)
  const signed = [bytes, ...(rewritten === undefined ? [] : [Buffer.from(rewritten)])]
  // Each is compared, so that the time does not show which one fits.
  const fits = signed.map((one) => timingSafeEqual(signature, createHmac('sha256', secret).update(one).digest()))
  if (!fits.includes(true)) return undefined
  return { reference: Value.Check(Event, event) ? event.data.document_id : null }
}

const depthMost = 20

/** JSON as Python’s `json.dumps(value, sort_keys=True)` writes it; undefined for none, and for one nested too deeply. */
export const pythonJson = (value: unknown, depth = 0): string | undefined => {
  if (value === undefined || depth > depthMost) return undefined
  if (typeof value !== 'object' || value === null) return asciiJson(value)
  const isList = Array.isArray(value)
  const parts: string[] = []
  for (const [key, inner] of Object.entries(value).toSorted(isList ? undefined : byKey)) {
    const written = pythonJson(inner, depth + 1)
    if (written === undefined) return undefined
    parts.push(isList ? written : `${asciiJson(key)}: ${written}`)
  }
  return isList ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1)

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
