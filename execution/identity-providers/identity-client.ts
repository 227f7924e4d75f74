import { isUtf8 } from 'node:buffer'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'

// For providers at a private host that the operator allows; `guarded` refuses http everywhere else. The library looks for
// the function itself.
// eslint-disable-next-line @typescript-eslint/no-deprecated
const insecure = allowInsecureRequests

const answerMostBytes = 262_144
const answerWithinMs = 8_000

/** Signatures by a key that only the provider has: others are refused, even if discovery names them. */
const signatureAlgorithms = new Set(
  ['RS', 'PS', 'ES']
    .flatMap((kind) => ['256', '384', '512'].map((bits) => `${kind}${bits}`))
    .concat('EdDSA', 'Ed25519'),
)
/** Printable ASCII of at most 255 characters, as OpenID Connect Core has it (section 2). */
const subjectForm = /^[\x20-\x7e]{1,255}$/

/** A provider, and this server as its client. */
export interface ProviderClient {
  /** The address that the provider's tokens name, as its discovery document has it. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the provider sends browsers back: an address only for this provider. */
  readonly redirectUri: string
  /** The claim with groups or roles, which may need a scope of its own; null if none is read. */
  readonly roleClaim: string | null
}

/** The values by which the answer to a sign-in is checked; they stay with the browser that began. */
export interface SignInFlow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The provider's claims about a person: `sub`, and others of any form. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** Sign-ins with OpenID Connect: the code flow with PKCE, state and nonce. All requests go through the fetcher. */
export const openIdentityClient = (fetcher: Pick<Fetcher, 'judge' | 'send'>) => {
  const metadataOf = (issuer: string) => refusing(() => discover(issuer, guarded(fetcher, issuer)))
  const configure = async ({ issuer, clientId, clientSecret }: ProviderClient) => {
    const metadata = await metadataOf(issuer)
    if (metadata.issuer !== issuer) throw new IdentityProviderRefusal('issuer')
    const configuration = new Configuration(metadata, clientId, {}, authenticationOf(metadata, clientSecret))
    configuration[customFetch] = guarded(fetcher, issuer)
    // The keys are read at each sign-in, so that a replaced key no longer counts, and its successor at once.
    enableNonRepudiationChecks(configuration)
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (issuer.startsWith('http:')) insecure(configuration)
    return configuration
  }
  return {
    /** The issuer as its own discovery document has it, at that address. Throws an IdentityProviderRefusal. */
    issuerAt: async (address: string) =>
      (await metadataOf(address.replace(/\/\.well-known\/openid-configuration$/, ''))).issuer,
    /** Where the browser signs in. Throws an IdentityProviderRefusal. */
    begin: async (client: ProviderClient) => {
      const configuration = await configure(client)
      const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: client.redirectUri,
        scope: scopeOf(client, configuration.serverMetadata()),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      })
      return { ...flow, url: url.href }
    },
    /** Returns the claims behind the fields of the answer's address. Throws an IdentityProviderRefusal. */
    finish: async (client: ProviderClient, flow: SignInFlow, answer: Readonly<Record<string, string>>) => {
      const configuration = await configure(client)
      const address = new URL(client.redirectUri)
      address.search = new URLSearchParams(answer).toString()
      return refusing(async (): Promise<Claims> => {
        const tokens = await authorizationCodeGrant(configuration, address, {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()!
        if (!subjectForm.test(claims.sub)) throw new IdentityProviderRefusal('answer', 'subject_invalid')
        const wanted = ['email', 'email_verified', 'name', ...(client.roleClaim === null ? [] : [client.roleClaim])]
        if (!configuration.serverMetadata().userinfo_endpoint || wanted.every((name) => name in claims)) return claims
        return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
      })
    },
  }
}

export type IdentityClient = ReturnType<typeof openIdentityClient>

const discover = async (issuer: string, send: CustomFetch): Promise<ServerMetadata> => {
  const found = await discovery(new URL(issuer), 'atelier', undefined, undefined, {
    [customFetch]: send,
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    ...(issuer.startsWith('http:') && { execute: [insecure] }),
  })
  const metadata = found.serverMetadata()
  if (!isOneTenant(metadata.issuer)) throw new IdentityProviderRefusal('issuer')
  const { authorization_endpoint: page, token_endpoint: tokens, jwks_uri: keys } = metadata
  // Browsers are sent to the page: an address of another kind would be a script in the console.
  const isPage = page !== undefined && (page.startsWith('https://') || issuer.startsWith('http:'))
  if (!isPage || !/^https?:\/\//.test(page) || !tokens || !keys) throw new IdentityProviderRefusal('configuration')
  // Without a list RS256 is meant (OpenID Connect Core, section 3.1.3.7).
  const { id_token_signing_alg_values_supported: named = ['RS256'] } = metadata
  const algorithms = named.filter((algorithm) => signatureAlgorithms.has(algorithm))
  if (algorithms.length === 0) throw new IdentityProviderRefusal('configuration')
  return Object.assign(metadata, { id_token_signing_alg_values_supported: algorithms })
}

const authenticationOf = ({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string) =>
  methods === undefined || methods.includes('client_secret_basic')
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret)

/** Some providers give groups only to a client that asks for them. */
const scopeOf = ({ roleClaim }: ProviderClient, { scopes_supported: scopes = [] }: ServerMetadata) =>
  ['openid', 'email', 'profile', ...(roleClaim !== null && scopes.includes(roleClaim) ? [roleClaim] : [])].join(' ')

/** The fetcher as the library calls it. A provider on the public internet leads to no private host, and to no http. */
const guarded =
  (fetcher: Pick<Fetcher, 'judge' | 'send'>, issuer: string): CustomFetch =>
  async (url, { method, headers, body }) => {
    const isInside = fetcher.judge(issuer).isPrivate
    if (!isInside && (fetcher.judge(url).isPrivate || !url.startsWith('https:')))
      throw new FetchRefusal('unreachable', new URL(url).hostname)
    const answer = await fetcher.send({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? undefined : textOf(body),
      maxBytes: answerMostBytes,
      withinMs: answerWithinMs,
    })
    // The bytes are decoded already.
    const { 'content-type': type = '' } = answer.headers
    return new Response(new Uint8Array(answer.bytes), { status: answer.status, headers: { 'content-type': type } })
  }

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  if (body instanceof Uint8Array && isUtf8(body)) return Buffer.from(body).toString()
  throw new Error('The OpenID library sends a body of another form')
}

/** The library's errors as refusals: a server that was not reached, or an answer that does not hold. */
const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof IdentityProviderRefusal) throw error
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      if (cause instanceof FetchRefusal) throw new IdentityProviderRefusal('unreachable', cause.message, error)
    }
    throw new IdentityProviderRefusal('answer', codeOf(error), error)
  }
}

/** The code of a fault, as the library or the provider has it, such as `access_denied`; never a text of the provider. */
const codeOf = (error: unknown) => {
  const { error: named, code } = error as { readonly error?: unknown; readonly code?: unknown }
  const found = [named, code].find((one) => typeof one === 'string' && /^[\w.-]{1,100}$/.test(one))
  return typeof found === 'string' ? found : undefined
}

const ofEveryTenant = ['common', 'organizations', 'consumers']

/** True if an issuer belongs to a single company: Microsoft's issuers for all companies, and templates, do not. */
const isOneTenant = (issuer: string): boolean =>
  !issuer.includes('{') && !new URL(issuer).pathname.split('/').some((part) => ofEveryTenant.includes(part))

/** True if an issuer serves every company: its claim `hd` names the person's company. Source: Google, OpenID Connect. */
export const isSharedIssuer = (issuer: string): boolean => issuer === 'https://accounts.google.com'

const sentences = {
  issuer:
    'The issuer is not the one of its own discovery document, or is for several tenants. Enter the issuer of your own tenant.',
  configuration: 'The discovery document of the issuer lacks an address that OpenID Connect needs.',
  unreachable: 'The identity provider was not reached.',
  answer: 'The answer of the identity provider does not hold.',
} as const

type IdentityRefusalReason = keyof typeof sentences

/** A provider that cannot be used, or an answer of it that does not hold. `detail` is a sentence or a code of the fault. */
export class IdentityProviderRefusal extends Error {
  override readonly name = 'IdentityProviderRefusal'
  readonly reason: IdentityRefusalReason
  readonly detail: string | undefined

  constructor(reason: IdentityRefusalReason, detail?: string, cause?: unknown) {
    super(sentences[reason], { cause })
    this.reason = reason
    this.detail = detail
  }
}
