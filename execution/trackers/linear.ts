import { jsonObject, jsonOf } from '../../packages/foreign-json/index.ts'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'

/** Where Linear's interface answers, and the token by which it is spoken to. */
interface LinearAccess {
  readonly baseUrl: string
  readonly token: string
}

/** A tracker did not carry out a request. The message is a sentence for people and holds no token. */
export class TrackerFailure extends Error {
  override readonly name = 'TrackerFailure'
  /** How long the tracker asks to wait. */
  readonly waitMs: number | undefined
  /** Whether no further attempt can mend it. */
  readonly isFinal: boolean

  constructor(message: string, more: ErrorOptions & { readonly waitMs?: number; readonly isFinal?: boolean } = {}) {
    super(message, more)
    this.waitMs = more.waitMs
    this.isFinal = more.isFinal ?? false
  }
}

/** An application's means to get another token. */
export interface LinearRefresh {
  readonly refreshToken: string
  readonly clientId: string
  readonly clientSecret: string
}

export const linearAddress = 'https://api.linear.app/graphql'

/** The kind of an entry in a conversation: Linear shows a question as waiting for an answer. */
export type PostKind = 'thought' | 'elicitation' | 'response' | 'error'

const withinMs = 15_000
const answerMaxBytes = 1024 ** 2

interface GraphQlAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { readonly message?: unknown; readonly extensions?: { readonly code?: unknown } }[]
}

/** Whose token it is. Throws TrackerFailure. Source: Linear API, “Getting started”, about keys and `Bearer`. */
export const linearAccount = async (fetcher: Fetcher, access: LinearAccess, signal: AbortSignal): Promise<string> => {
  const { data } = await ask(fetcher, access, { query: 'query { viewer { id name } }' }, signal)
  const { name } = (data?.viewer ?? {}) as { readonly name?: unknown }
  if (typeof name !== 'string') throw new TrackerFailure('Linear does not answer as documented. Look at its address.')
  return name.slice(0, 200)
}

const create =
  'mutation AgentActivityCreate($input: AgentActivityCreateInput!) { agentActivityCreate(input: $input) { success } }'

/**
 * Writes an entry into the conversation of an agent. `id` is a UUID of version 4 that makes a repeat harmless.
 * Throws a `TrackerFailure`. Source: Linear, “Developing the agent interaction”, `agentActivityCreate`.
 */
export const postToLinear = async (
  fetcher: Fetcher,
  access: LinearAccess,
  post: { readonly id: string; readonly sessionKey: string; readonly kind: PostKind; readonly body: string },
  signal: AbortSignal,
): Promise<void> => {
  const input = { id: post.id, agentSessionId: post.sessionKey, content: { type: post.kind, body: post.body } }
  const { data, errors } = await ask(fetcher, access, { query: create, variables: { input } }, signal)
  const { success } = (data?.agentActivityCreate ?? {}) as { readonly success?: unknown }
  if (success === true) return
  const message = errors?.[0]?.message
  const reason = typeof message === 'string' ? message.slice(0, 200) : 'it gave no reason'
  // An entry with this id exists: an earlier attempt was not recorded.
  if (/already exists|duplicate|unique/i.test(reason)) return
  throw new TrackerFailure(`Linear did not take the entry: ${reason}.`)
}

const ask = async (fetcher: Fetcher, { baseUrl, token }: LinearAccess, body: object, signal: AbortSignal) => {
  const authorization = token.startsWith('lin_api_') ? token : `Bearer ${token}`
  const headers = { authorization, 'content-type': 'application/json' }
  const { status, bytes } = await send(fetcher, baseUrl, { body: JSON.stringify(body), headers }, signal)
  if (status === 401)
    throw new TrackerFailure('Linear does not accept the token. Create a new one, and give it to the connection.')
  if (status === 403) throw new TrackerFailure('Linear does not let this token do that. Check its rights.')
  const answer = answerIn(bytes)
  if (status === 429 || isLimited(answer))
    throw new TrackerFailure('Linear takes no more requests by this token for now.', { waitMs: limitedMs })
  if (!answer) throw new TrackerFailure(`Linear answered with status ${status}. Try again later.`)
  return answer
}

interface LinearPost {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const send = async (fetcher: Fetcher, url: string, { body, headers }: LinearPost, signal: AbortSignal) => {
  const allHeaders = { ...headers, 'user-agent': 'Atelier' }
  const request = {
    url,
    method: 'POST',
    body,
    headers: allHeaders,
    maxBytes: answerMaxBytes,
    withinMs,
    signal,
  } as const
  return fetcher.send(request).catch((error: unknown) => {
    if (error instanceof FetchRefusal) throw new TrackerFailure(error.message, { cause: error })
    throw error
  })
}

/** Source: Linear, “Rate limiting”: the status may be 400 with this code. The limits apply to an hour. */
const isLimited = (answer: GraphQlAnswer | undefined): boolean =>
  answer?.errors?.some(({ extensions }) => extensions?.code === 'RATELIMITED') ?? false
const limitedMs = 10 * 60_000

/**
 * Another token for an application by its refresh token, which has another in its place afterwards. Throws a
 * `TrackerFailure`, a final one if Linear does not take the refresh token any more. Source: Linear, “OAuth 2.0
 * authentication”, “Refresh an access token”; RFC 6749, section 6.
 */
export const renewLinearToken = async (
  fetcher: Fetcher,
  { baseUrl, refresh }: { readonly baseUrl: string; readonly refresh: LinearRefresh },
  signal: AbortSignal,
): Promise<{ readonly token: string; readonly refreshToken: string; readonly expiresInMs: number }> => {
  const form = {
    grant_type: 'refresh_token',
    refresh_token: refresh.refreshToken,
    client_id: refresh.clientId,
    client_secret: refresh.clientSecret,
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = { body: new URLSearchParams(form).toString(), headers }
  const { status, bytes } = await send(fetcher, new URL('/oauth/token', baseUrl).href, post, signal)
  const refusal = 'Linear does not take the refresh token any more. Give the connection another token.'
  if (status === 400 || status === 401) throw new TrackerFailure(refusal, { isFinal: true })
  const { access_token: token, refresh_token: next, expires_in: seconds } = jsonObject(bytes) ?? {}
  if (status !== 200 || typeof token !== 'string' || typeof seconds !== 'number' || !(seconds > 0))
    throw new TrackerFailure(`Linear answered with status ${status}. Try again later.`)
  const refreshToken = typeof next === 'string' ? next : refresh.refreshToken
  return { token, refreshToken, expiresInMs: Math.min(seconds, 366 * 86_400) * 1_000 }
}

const answerIn = (bytes: Buffer): GraphQlAnswer | undefined => {
  const answer = jsonOf(bytes)
  const isAnswer = typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer)
  return isAnswer ? (answer as GraphQlAnswer) : undefined
}
