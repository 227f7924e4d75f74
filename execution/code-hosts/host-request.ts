import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { CodeHostFailure } from './failure.ts'

export type CodeHostKind = 'github' | 'gitea' | 'gitlab'

/** An app of GitHub that is installed at an account. */
export interface GitHubApp {
  /** Its id, or its client id. */
  readonly appId: string
  readonly installationId: string
  /** An RSA key as PEM. */
  readonly privateKey: string
}

interface HostAddress {
  readonly kind: CodeHostKind
  /** Where people open it, without a final slash. */
  readonly baseUrl: string
}

/** A code host, and the token or the app by which it is spoken to. */
export type CodeHostAccess =
  | (HostAddress & { readonly token: string; readonly app?: undefined })
  | (HostAddress & { readonly app: GitHubApp; readonly token?: undefined })

export interface HostAnswer {
  readonly status: number
  /** The parsed body of a success; an empty object for other statuses and for an empty body. */
  readonly body: unknown
}

const withinMs = 15_000
const answerMaxBytes = 1024 ** 2
const page = 'https://github.com'

/** Where the host's own interface answers. Sources: GitHub REST API 2022-11-28, Gitea API 1.1, GitLab REST API v4. */
const interfaceOf = ({ kind, baseUrl }: HostAddress) => {
  if (kind === 'gitea') return `${baseUrl}/api/v1`
  if (kind === 'gitlab') return `${baseUrl}/api/v4`
  return baseUrl === page ? 'https://api.github.com' : `${baseUrl}/api/v3`
}

const headersOf = ({ kind }: HostAddress, token: string): Readonly<Record<string, string>> => {
  if (kind === 'gitea') return { authorization: `token ${token}`, accept: 'application/json' }
  if (kind === 'gitlab') return { 'private-token': token, accept: 'application/json' }
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  }
}

/** The header by which git is let in over HTTPS: all hosts take a token as a password. */
export const gitAuthorization = (token: string): string =>
  `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`

export interface HostCall {
  /** Below the address of the host's interface, with a slash before it. */
  readonly path: string
  /** `POST` with a body and `GET` without one, unless it says otherwise. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly body?: object
}

/**
 * Sends one request to the interface of a code host, with a token for it. Throws a `CodeHostFailure` if it does not
 * answer as one.
 */
export const askWith = async (
  token: string,
  fetcher: Fetcher,
  host: HostAddress,
  { path, body, method = body ? 'POST' : 'GET' }: HostCall,
  signal: AbortSignal,
): Promise<HostAnswer> => {
  const more: Readonly<Record<string, string>> = body ? { 'content-type': 'application/json' } : {}
  try {
    const { status, bytes } = await fetcher.send({
      url: interfaceOf(host) + path,
      method,
      body: body && JSON.stringify(body),
      headers: { ...headersOf(host, token), ...more, 'user-agent': 'Atelier' },
      maxBytes: answerMaxBytes,
      withinMs,
      signal,
    })
    return { status, body: status < 300 && bytes.length > 0 ? bodyOf(bytes, new URL(host.baseUrl).host) : {} }
  } catch (error) {
    if (error instanceof FetchRefusal) throw new CodeHostFailure('unreachable', error.message, error)
    throw error
  }
}

/** The properties of an answer; none if it is no object. */
export const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

const bodyOf = (bytes: Buffer, name: string): unknown => {
  try {
    const answer: unknown = JSON.parse(bytes.toString())
    if (typeof answer === 'object' && answer !== null) return answer
  } catch {
    // The error below says that no code host answered.
  }
  throw new CodeHostFailure(
    'unreachable',
    `The code host ${name} answers, but not as a code host does. Look at its address.`,
  )
}

/** The sentence for a status that is no success. */
export const statusFailure = (status: number, hostName: string): CodeHostFailure => {
  const name = `The code host ${hostName}`
  if (status === 401) return new CodeHostFailure('token', `${name} does not accept the token. Create a new one there.`)
  if (status === 403) return new CodeHostFailure('token', `${name} does not let this token do that. Check its rights.`)
  if (status === 404)
    return new CodeHostFailure('absent', `${name} has no such repository, or hides it from the token.`)
  if (status === 422 || status === 409)
    return new CodeHostFailure('refused', `${name} refused the request (${status}).`)
  return new CodeHostFailure('unreachable', `${name} answered with status ${status}. Try again later.`)
}
