import { createHmac } from 'node:crypto'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { SignInFlow, IdentityClient } from '../../../execution/identity-providers/identity-client.ts'
import { cookieValues } from '../../../platform/access/index.ts'
import { isSameSecret, type Vault } from '../../../platform/crypto/index.ts'
import type { MailTexts } from '../../../execution/mail/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { SignInParts } from '../people/index.ts'

const lifetimeSeconds = 600
/** Sign-ins that a browser may have begun at a time, in as many tabs. */
const flowsMost = 3
const cookieMost = 2_000

/** A sign-in that has begun. Only the browser keeps it, signed, and it is valid for ten minutes. */
export interface BegunSignIn extends SignInFlow {
  readonly workspaceId: string
  readonly providerId: string
  /** The person within whose session it began. */
  readonly userId: string | null
}

export interface FlowCookies {
  /** The `Set-Cookie` text for a browser that begins a sign-in; the newest sign-ins of its `Cookie` header stay in it. */
  remember(begun: BegunSignIn, now: Date, cookie?: string): string
  /** The sign-in that a browser began with this state, else its newest; undefined without one, or after too long. */
  begunIn(cookie: string | undefined, now: Date, state?: string): BegunSignIn | undefined
  /** The `Set-Cookie` text without this sign-in. */
  forget(begun: BegunSignIn, now: Date, cookie?: string): string
}

const Flow = Type.Object({
  workspaceId: Type.String(),
  providerId: Type.String(),
  userId: Type.Union([Type.String(), Type.Null()]),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  until: Type.Number(),
})
const Stored = Type.Array(Flow, { maxItems: flowsMost })

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
  const flowsIn = (cookie: string, now: Date) => {
    const values = cookieValues(cookie, name)
    // A neighbouring host can put a second cookie of this name beside ours: then neither counts.
    const stored = values.length === 1 ? read(values[0]!) : undefined
    return Value.Check(Stored, stored) ? stored.filter(({ until }) => until > now.getTime()) : []
  }
  const textOf = (flows: Static<typeof Stored>) => {
    if (flows.length === 0) return `${name}=; Max-Age=0; ${attributes}`
    const payload = Buffer.from(JSON.stringify(flows)).toString('base64url')
    return `${name}=${payload}.${sign(payload, secrets[0] ?? '')}; Max-Age=${lifetimeSeconds}; ${attributes}`
  }
  return {
    remember: (begun, now, cookie = '') => {
      const until = now.getTime() + lifetimeSeconds * 1_000
      return textOf([...flowsIn(cookie, now), { ...begun, until }].slice(-flowsMost))
    },
    begunIn: (cookie = '', now, state) => {
      const flows = flowsIn(cookie, now)
      const found = flows.find((flow) => flow.state === state) ?? flows.at(-1)
      if (!found) return undefined
      const { until: _, ...begun } = found
      return begun
    },
    forget: (begun, now, cookie = '') => textOf(flowsIn(cookie, now).filter(({ state }) => state !== begun.state)),
  }
}

/** The server's parts for this domain. */
export interface GivenParts {
  readonly database: Database
  readonly fetcher: Fetcher
  readonly mailTexts: MailTexts
  readonly mailer: Mailer
  readonly signIn: SignInParts
  readonly companyFlows: FlowCookies
  readonly vault: Vault
  readonly linkTo: (path: string) => string
}

export interface CompanyParts extends Omit<GivenParts, 'fetcher'> {
  readonly identityClient: IdentityClient
}
