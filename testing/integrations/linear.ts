import { createHmac, randomUUID } from 'node:crypto'
import { loopbackSite } from '../network/loopback-site.ts'

export interface LinearEntry {
  readonly id: string
  readonly agentSessionId: string
  readonly content: { readonly type: string; readonly body: string }
}

interface GraphQlRequest {
  readonly query: string
  readonly variables?: { readonly input: LinearEntry }
}

/** Linear on loopback: its documented GraphQL interface as far as it is used. */
export const testLinear = async (token: string) => {
  const entries: LinearEntry[] = []
  /** Tokens that are taken, and the refresh token that gets the next one. */
  const oauth = { tokens: [token], refresh: 'refresh-0' }
  const renewedBy = (form: URLSearchParams) => {
    const isKnown = form.get('client_id') === 'client' && form.get('client_secret') === 'secret'
    if (!isKnown || form.get('refresh_token') !== oauth.refresh) return [400, { error: 'invalid_grant' }] as const
    oauth.refresh = `refresh-${oauth.tokens.length}`
    oauth.tokens.push(`renewed-${oauth.tokens.length}`)
    const renewed = { access_token: oauth.tokens.at(-1), refresh_token: oauth.refresh, expires_in: 86_399 }
    return [200, renewed] as const
  }
  const answerOf = ({ query, variables }: GraphQlRequest) => {
    if (query.includes('viewer')) return { data: { viewer: { id: randomUUID(), name: 'Atelier' } } }
    const { input } = variables!
    if (entries.some(({ id }) => id === input.id)) return { errors: [{ message: 'Entity already exists' }] }
    entries.push(input)
    return { data: { agentActivityCreate: { success: true } } }
  }
  const site = await loopbackSite((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      if (request.url === '/oauth/token') {
        const [status, answer] = renewedBy(new URLSearchParams(text))
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
        return
      }
      const isKnown = oauth.tokens.some((one) => request.headers.authorization === `Bearer ${one}`)
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isKnown ? answerOf(JSON.parse(text) as GraphQlRequest) : { errors: [] }))
    })
  })
  return { ...site, entries, oauth }
}

interface SessionEvent {
  readonly action: 'created' | 'prompted'
  readonly sessionId: string
  readonly issue?: { readonly identifier: string; readonly title: string; readonly description: string }
  readonly prompt?: string
  /** The comment that mentions the agent. */
  readonly mention?: string
  /** The person presses “Stop”. */
  readonly isStop?: boolean
}

/** The payload of a webhook, as Linear documents “Agent session events”. */
export const sessionEvent = (
  { action, sessionId, issue, prompt, mention, isStop }: SessionEvent,
  sentAt = Date.now(),
) => {
  const about = issue ?? { identifier: 'SHOP-12', title: 'Show the opening hours', description: 'On the start page.' }
  return {
    type: 'AgentSessionEvent',
    action,
    agentSession: {
      id: sessionId,
      ...(mention !== undefined && { comment: { id: randomUUID(), body: mention } }),
      issue: { ...about, id: randomUUID(), url: `https://linear.app/acme/issue/${about.identifier}` },
    },
    ...(prompt !== undefined && {
      agentActivity: {
        id: randomUUID(),
        ...(isStop && { signal: 'stop' }),
        content: { type: 'prompt', body: prompt },
        user: { name: 'Grace' },
      },
    }),
    webhookTimestamp: sentAt,
  }
}

/** Sends a webhook as Linear does; gives the status of the answer. */
export const deliverAsLinear = async (
  url: string,
  secret: string,
  payload: object,
  { id = randomUUID(), signature }: { id?: string; signature?: string } = {},
): Promise<number> => {
  const body = JSON.stringify(payload)
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'linear-delivery': id,
      'linear-signature': signature ?? createHmac('sha256', secret).update(body).digest('hex'),
    },
  })
  await response.arrayBuffer()
  return response.status
}
