import { createHash, randomBytes } from 'node:crypto'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { mailProviderHosts } from '../web/addresses.ts'
import { MailFailure, type MailServer } from './servers.ts'
import { jsonOf } from '../../packages/foreign-json/index.ts'

/** The operator's registration at a provider. */
interface OAuthClient {
  readonly id: string
  readonly secret: string | undefined
}

export interface OAuthSettings {
  readonly fetcher: Pick<Fetcher, 'send'>
  readonly clients: Readonly<Partial<Record<OAuthProvider, OAuthClient>>>
  /** Addresses in the place of the public ones: the same paths are asked there. */
  readonly addresses?: Readonly<Partial<Record<OAuthProvider, string>>>
}

export interface Tokens {
  readonly refreshToken: string
  readonly accessToken: string
  readonly accessUntil: string
}

interface SignInPage {
  readonly state: string
  readonly challenge: string
  readonly redirectUri: string
}

const scopes = {
  google: 'openid email profile https://mail.google.com/',
  microsoft:
    'openid email profile offline_access https://outlook.office.com/SMTP.Send https://outlook.office.com/IMAP.AccessAsUser.All',
} as const

/** A verifier of PKCE and its challenge. Source: RFC 7636. */
export const newVerifier = () => {
  const verifier = randomBytes(48).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Where the providers are asked, and as whom. */
const openEndpoints = ({ fetcher, clients, addresses = {} }: OAuthSettings) => {
  const at = (provider: OAuthProvider, url: string) => {
    const { pathname, href } = new URL(url)
    const base = addresses[provider]
    return base === undefined ? href : new URL(pathname, base).href
  }
  const clientOf = (provider: OAuthProvider) => {
    const client = clients[provider]
    if (!client) throw new MailFailure('unavailable', 'This server is no longer registered at the provider.')
    return client
  }
  const ask = async (provider: OAuthProvider, fields: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const { id, secret } = clientOf(provider)
    const form = new URLSearchParams({
      ...fields,
      client_id: id,
      ...(secret !== undefined && { client_secret: secret }),
    })
    return sendForm(fetcher, at(provider, mailProviderHosts[provider].token), form, signal)
  }
  return { at, clientOf, ask }
}

/** Asks the two providers for leave to use a mailbox. */
export const openMailOAuth = (settings: OAuthSettings) => {
  const { fetcher, clients } = settings
  const { at, clientOf, ask } = openEndpoints(settings)
  return {
    hasClient: (provider: OAuthProvider) => clients[provider] !== undefined,
    /** Where a person agrees. */
    authorizeUrl: (provider: OAuthProvider, { state, challenge, redirectUri }: SignInPage): string => {
      const url = new URL(at(provider, mailProviderHosts[provider].authorize))
      url.search = new URLSearchParams({
        client_id: clientOf(provider).id,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: scopes[provider],
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        prompt: provider === 'google' ? 'consent' : 'select_account',
        ...(provider === 'google' && { access_type: 'offline' }),
      }).toString()
      return url.href
    },
    /** Exchanges the code that came back for the tokens of the mailbox and its owner. Throws a MailFailure. */
    exchange: async (
      provider: OAuthProvider,
      { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
      now: Date,
      signal: AbortSignal,
    ) => {
      const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
      const answer = await ask(provider, fields, signal)
      const refreshToken = textOf(answer.refresh_token)
      if (refreshToken === undefined) throw new MailFailure('sign_in', 'The provider gave no lasting access.')
      const person = personOf(answer.id_token, clientOf(provider).id)
      return { ...accessOf(answer, now), refreshToken, ...person }
    },
    /** A new access token; a provider may replace the refresh token with it. Throws a MailFailure. */
    refresh: async (provider: OAuthProvider, refreshToken: string, now: Date, signal: AbortSignal): Promise<Tokens> => {
      const answer = await ask(provider, { grant_type: 'refresh_token', refresh_token: refreshToken }, signal)
      return { ...accessOf(answer, now), refreshToken: textOf(answer.refresh_token) ?? refreshToken }
    },
    /** Revokes the access; false if the provider did not confirm it, or has no way to. */
    revoke: async (provider: OAuthProvider, refreshToken: string, signal: AbortSignal): Promise<boolean> => {
      const { revoke } = mailProviderHosts[provider]
      if (revoke === null) return false
      return sendForm(fetcher, at(provider, revoke), new URLSearchParams({ token: refreshToken }), signal).then(
        () => true,
        (error: unknown) => {
          if (error instanceof MailFailure) return false
          throw error
        },
      )
    },
  }
}

type Answer = Readonly<Record<string, unknown>>

const answerMostBytes = 256 * 1024
const withinMs = 10_000

const sendForm = async (fetcher: Pick<Fetcher, 'send'>, url: string, form: URLSearchParams, signal: AbortSignal) => {
  const request = {
    url,
    method: 'POST' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
    maxBytes: answerMostBytes,
    withinMs,
    signal,
  }
  const { status, bytes } = await fetcher.send(request).catch((error: unknown) => {
    if (error instanceof FetchRefusal) throw new MailFailure('unavailable', 'The provider does not answer.', error)
    throw error
  })
  if (status >= 200 && status < 300) return objectOf(bytes)
  // The code or the token is refused; other errors concern this server’s registration. Source: RFC 6749, section 5.2.
  if (objectOf(bytes).error === 'invalid_grant') throw new MailFailure('sign_in', 'The provider refused the access.')
  throw new MailFailure('unavailable', `The provider answered ${status}.`)
}

const objectOf = (bytes: Buffer): Answer => {
  const value = jsonOf(bytes.toString())
  return typeof value === 'object' && value !== null ? (value as Answer) : {}
}

const accessOf = (answer: Answer, now: Date) => {
  const accessToken = textOf(answer.access_token)
  if (accessToken === undefined) throw new MailFailure('unavailable', 'The answer of the provider has no token.')
  const seconds =
    typeof answer.expires_in === 'number' && answer.expires_in > 0 ? Math.min(answer.expires_in, 86_400) : 300
  return { accessToken, accessUntil: new Date(now.getTime() + seconds * 1_000).toISOString() }
}

const textOf = (value: unknown) =>
  typeof value === 'string' && /^[\x21-\x7e]{1,10000}$/.test(value) ? value : undefined

/** Who agreed. The token came from the provider over TLS, so its signature counts (OpenID Connect Core, 3.1.3.7). */
const personOf = (idToken: unknown, clientId: string) => {
  const payload = typeof idToken === 'string' ? (idToken.split('.')[1] ?? '') : ''
  const { aud, email, name, ...person } = objectOf(Buffer.from(payload, 'base64url'))
  const address = typeof email === 'string' ? email : person.preferred_username
  if (aud !== clientId || typeof address !== 'string' || person.email_verified === false)
    throw new MailFailure('sign_in', 'The provider did not say whose mailbox it is.')
  return { address, name: typeof name === 'string' ? name : undefined }
}

export const oauthProviders = ['google', 'microsoft'] as const
export type OAuthProvider = (typeof oauthProviders)[number]

export interface MailServers {
  readonly smtp: MailServer
  readonly imap: MailServer
}

/** The servers of a provider: Google speaks TLS from the first byte on both ports, Microsoft by STARTTLS for SMTP. */
export const serversOf = (provider: OAuthProvider): MailServers => {
  const { smtp, imap } = mailProviderHosts[provider]
  return {
    smtp:
      provider === 'google' ? { host: smtp, port: 465, tls: 'implicit' } : { host: smtp, port: 587, tls: 'required' },
    imap: { host: imap, port: 993, tls: 'implicit' },
  }
}
