import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { SignInFlow } from '../../../execution/identity-providers/index.ts'
import { cookieValues } from '../../../platform/access/index.ts'
import { isSameSecret } from '../../../platform/crypto/index.ts'

const lifetimeSeconds = 600
const cookieMost = 2_000

/** A sign-in that has begun: it is kept by the browser alone, signed, and counts for ten minutes. */
export interface BegunSignIn extends SignInFlow {
  readonly workspaceId: string
  readonly providerId: string
  /** The person within whose session it began. */
  readonly userId: string | null
}

export interface FlowCookies {
  /** The `Set-Cookie` text for the browser that begins a sign-in. */
  remember(begun: BegunSignIn, now: Date): string
  /** The sign-in that the browser of a `Cookie` header began; undefined if it began none, or too long ago. */
  begunIn(cookie: string | undefined, now: Date): BegunSignIn | undefined
  /** The `Set-Cookie` text that ends the cookie. */
  readonly forget: string
}

const Stored = Type.Object({
  workspaceId: Type.String(),
  providerId: Type.String(),
  userId: Type.Union([Type.String(), Type.Null()]),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  until: Type.Number(),
})

/** Signs with the first secret and takes what any of them signed, so that the root key may rotate. */
export const openFlowCookies = (secrets: readonly string[], secure: boolean): FlowCookies => {
  const name = `${secure ? '__Host-' : ''}atelier.company`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const sign = (payload: string, secret: string) =>
    createHmac('sha256', secret).update(`company sign-in ${payload}`).digest('base64url')
  const read = (value: string): unknown => {
    const [payload = '', signature = ''] = value.slice(0, cookieMost).split('.')
    const isOurs = secrets.some((secret) => isSameSecret(signature, sign(payload, secret)))
    return isOurs ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined
  }
  return {
    remember: (begun, now) => {
      const until = now.getTime() + lifetimeSeconds * 1_000
      const payload = Buffer.from(JSON.stringify({ ...begun, until })).toString('base64url')
      return `${name}=${payload}.${sign(payload, secrets[0] ?? '')}; Max-Age=${lifetimeSeconds}; ${attributes}`
    },
    begunIn: (cookie = '', now) => {
      const values = cookieValues(cookie, name)
      // A neighbouring host can put a second cookie of this name beside ours: then neither counts.
      const stored = values.length === 1 ? read(values[0]!) : undefined
      if (!Value.Check(Stored, stored)) return undefined
      const { until, ...begun } = stored
      return until > now.getTime() ? begun : undefined
    },
    forget: `${name}=; Max-Age=0; ${attributes}`,
  }
}
