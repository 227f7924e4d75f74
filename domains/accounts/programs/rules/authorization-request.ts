import { ProgramRefusal, redirectWith } from './client.ts'

/** The part that is read before the program is known: the answer must not be sent anywhere yet. */
interface RequestHead {
  readonly parameters: URLSearchParams
  readonly clientId: string
  readonly redirectUri: string
}

/** Source: RFC 6749, section 3.1: a parameter comes once. Throws a ProgramRefusal. */
export const readHead = (query: string): RequestHead => {
  const parameters = new URLSearchParams(query)
  const one = (parameter: string) => {
    const [value, ...more] = parameters.getAll(parameter)
    if (!value || more.length > 0) throw new ProgramRefusal('parameter', { parameter })
    return value
  }
  return { parameters, clientId: one('client_id'), redirectUri: one('redirect_uri') }
}

/** This server, as a program calls it. */
export interface Issuer {
  readonly issuer: string
  /** The resource that access is requested for. Source: RFC 8707. */
  readonly resource: string
}

export const issuerAt = (origin: string): Issuer => ({ issuer: origin, resource: `${origin}/mcp` })

/** True if an address means this server's endpoint: scheme and host may be spelled in capitals. */
export const isResource = (address: string, { resource }: Issuer): boolean =>
  URL.canParse(address) && !address.includes('#') && new URL(address).href === resource

const single = ['response_type', 'code_challenge', 'code_challenge_method', 'scope', 'state', 'request', 'request_uri']

/**
 * Reads the rest of a request whose program and redirect are known. Throws a ProgramRefusal that names how the program
 * gets it. Only S256 is accepted as a challenge. Sources: OAuth 2.1, section 4.1.1; RFC 8707, section 2; RFC 9207.
 */
export const readRequest = ({ parameters, redirectUri }: RequestHead, issuer: Issuer) => {
  const state = parameters.get('state') ?? undefined
  const refuse = (parameter: string, error: string) => {
    const redirectTo = redirectWith(redirectUri, { error, state, iss: issuer.issuer })
    throw new ProgramRefusal('parameter', { parameter, redirectTo })
  }
  const repeated = single.find((name) => parameters.getAll(name).length > 1)
  if (repeated !== undefined) return refuse(repeated, 'invalid_request')
  if (parameters.has('request')) return refuse('request', 'request_not_supported')
  if (parameters.has('request_uri')) return refuse('request_uri', 'request_uri_not_supported')
  if (parameters.get('response_type') !== 'code') return refuse('response_type', 'unsupported_response_type')
  const challenge = parameters.get('code_challenge') ?? ''
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) return refuse('code_challenge', 'invalid_request')
  if (parameters.get('code_challenge_method') !== 'S256') return refuse('code_challenge_method', 'invalid_request')
  if (!parameters.getAll('resource').every((one) => isResource(one, issuer)))
    return refuse('resource', 'invalid_target')
  return { state, challenge, canWrite: asksToWrite(parameters.get('scope')) }
}

/** A program that names neither `read` nor `write` asks for both. */
const asksToWrite = (scope: string | null) => {
  const words = (scope ?? '').split(' ')
  return words.includes('write') || !words.includes('read')
}

/** A program's request to the token endpoint, as far as it can be read. */
export type TokenRequest =
  | (Presented & { readonly grant: 'code'; readonly verifier: string; readonly redirectUri: string })
  | (Presented & { readonly grant: 'refresh' })
  | { readonly grant: 'unsupported' }
  | { readonly grant: 'unreadable' }

interface Presented {
  readonly clientId: string
  /** The code or refresh token. */
  readonly secret: string
  readonly resources: readonly string[]
}

/** Reads a form. A parameter that comes twice, or is missing, makes it unreadable. Source: RFC 6749, section 3.2. */
export const readTokenRequest = (form: string): TokenRequest => {
  const parameters = new URLSearchParams(form)
  const one = (name: string) => {
    const [value, ...more] = parameters.getAll(name)
    return more.length > 0 || value === '' ? undefined : value
  }
  const grant = one('grant_type')
  const clientId = one('client_id')
  const resources = parameters.getAll('resource')
  if (grant === undefined) return { grant: 'unreadable' }
  if (grant === 'authorization_code') {
    const secret = one('code')
    const verifier = one('code_verifier')
    const redirectUri = one('redirect_uri')
    if (!clientId || !secret || !verifier || !redirectUri) return { grant: 'unreadable' }
    return { grant: 'code', clientId, secret, verifier, redirectUri, resources }
  }
  if (grant !== 'refresh_token') return { grant: 'unsupported' }
  const secret = one('refresh_token')
  if (!clientId || !secret) return { grant: 'unreadable' }
  return { grant: 'refresh', clientId, secret, resources }
}
