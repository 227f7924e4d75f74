import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { foreignJson } from '../../platform/contract/json.ts'

/** Where Linear's interface answers, and the token by which it is spoken to. */
interface LinearAccess {
  readonly baseUrl: string
  readonly token: string
}

/** A tracker did not do what was asked. The message is a sentence for people and holds no token. */
export class TrackerFailure extends Error {
  override readonly name = 'TrackerFailure'
}

export const linearAddress = 'https://api.linear.app/graphql'

/** The kind of an entry in a conversation: Linear shows a question as one that waits for an answer. */
export type PostKind = 'thought' | 'elicitation' | 'response' | 'error'

const withinMs = 15_000
const answerMaxBytes = 1024 ** 2

interface GraphQlAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { readonly message?: unknown }[]
}

/**
 * Whose token it is. Throws a `TrackerFailure`. Source: Linear API, “Getting started”: a personal key is sent as it is,
 * the token of an application after `Bearer`.
 */
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
  const said = typeof message === 'string' ? message.slice(0, 200) : 'it gave no reason'
  // An entry with this id exists: an attempt before this one was not recorded.
  if (/already exists|duplicate|unique/i.test(said)) return
  throw new TrackerFailure(`Linear did not take the entry: ${said}.`)
}

const ask = async (
  fetcher: Fetcher,
  { baseUrl, token }: LinearAccess,
  body: object,
  signal: AbortSignal,
): Promise<GraphQlAnswer> => {
  try {
    const { status, bytes } = await fetcher.send({
      url: baseUrl,
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        authorization: token.startsWith('lin_api_') ? token : `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': 'Atelier',
      },
      maxBytes: answerMaxBytes,
      withinMs,
      signal,
    })
    if (status === 401 || status === 403)
      throw new TrackerFailure('Linear does not accept the token. Create a new one.')
    const answer = answerIn(bytes)
    if (!answer) throw new TrackerFailure(`Linear answered with status ${status}. Try again later.`)
    return answer
  } catch (error) {
    if (error instanceof FetchRefusal) throw new TrackerFailure(error.message, { cause: error })
    throw error
  }
}

const answerIn = (bytes: Buffer): GraphQlAnswer | undefined => {
  try {
    const answer: unknown = foreignJson(bytes)
    return typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer)
      ? (answer as GraphQlAnswer)
      : undefined
  } catch {
    return undefined
  }
}
