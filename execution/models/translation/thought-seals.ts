import type { ShapeName } from '../shapes/name.ts'
import type { Origin } from './conversation.ts'

// No signature and no encrypted thought of a maker has a full stop: they are base64.
const pattern = /^(chat|responses|messages|redacted)\.(.*)$/s

/** Seals a thought for a caller of another shape. Only the endpoint that thought it can open it. */
export const sealFor = (of: Origin, seal: string): string => `${of}.${seal}`

/** Whose thought came back; `own` is the shape of a caller whose seals are as its maker writes them. */
export const openSeal = (text: string, own: Origin): { readonly of: Origin; readonly seal: string } => {
  const found = pattern.exec(text)
  return found ? { of: found[1] as Origin, seal: found[2]! } : { of: own, seal: text }
}

const isOurs = ({ signature, data, encrypted_content }: Readonly<Record<string, unknown>>) =>
  [signature, data, encrypted_content].some((text) => typeof text === 'string' && pattern.test(text))

/** A request for an endpoint of the caller's shape, without thoughts that only other endpoints accept. */
export const withoutSealedThoughts = (shape: ShapeName, body: object): object => {
  if (shape === 'chat') return body
  const list = shape === 'messages' ? 'messages' : 'input'
  const said = (body as Readonly<Record<string, unknown>>)[list]
  if (!Array.isArray(said)) return body
  const kept = (parts: readonly object[]) => parts.filter((part) => !isOurs({ ...part }))
  if (shape === 'responses') return { ...body, input: kept(said) }
  const messages = (said as readonly (object & { readonly content?: unknown })[]).map((message) =>
    Array.isArray(message.content) ? { ...message, content: kept(message.content) } : message,
  )
  return { ...body, messages }
}

/** The seal of a thought that came in a list of content, and goes back in one. */
export const listSeal = 'list'

// Google's signature of a thought is beside the call that it led to, and has to come back there.
const signed = 'google:'

/** The seal of a thought whose signature is beside a call; undefined if it has no signature. */
export const sealOfSignature = (beside: unknown): string | undefined => {
  const signature = (beside as { readonly google?: { readonly thought_signature?: unknown } | null } | null | undefined)
    ?.google?.thought_signature
  return typeof signature === 'string' && signature !== '' ? signed + signature : undefined
}

/** The field beside a call that has the signature again; undefined for any other seal. */
export const signatureOf = (seal: string): object | undefined =>
  seal.startsWith(signed) ? { google: { thought_signature: seal.slice(signed.length) } } : undefined
