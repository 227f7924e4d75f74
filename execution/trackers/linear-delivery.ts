import { createHash } from 'node:crypto'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { isHexSignature } from '../../platform/crypto/index.ts'

/** A verified webhook of Linear about the conversation of an agent. */
export interface LinearDelivery {
  /** A repeated delivery has the same. */
  readonly id: string
  /** Undefined for a webhook about another thing. */
  readonly session: LinearSession | undefined
}

export interface LinearSession {
  readonly sessionKey: string
  readonly teamKey: string
  readonly issueKey: string
  readonly issueTitle: string
  readonly issueText: string
  readonly issueUrl: string
  /** The words of the comment that mentions the agent; empty for a delegated issue. */
  readonly mention: string
  /** A person's message in the conversation after it began; undefined for its beginning. */
  readonly note: LinearNote | undefined
}

interface LinearNote {
  readonly id: string
  readonly author: string
  readonly text: string
  /** The person pressed “Stop”. */
  readonly isStop: boolean
}

// Linear’s own advice is a minute.
const toleranceMs = 60_000
const textMost = 5_000

/**
 * Reads a webhook of Linear; undefined if its signature does not match `secret`, if it is older than a minute, or if it
 * is not a webhook. Source: Linear, “Webhooks”: `Linear-Signature`, HMAC-SHA-256 of the bytes in hexadecimal, and
 * `webhookTimestamp` in the payload; “Agent session events”.
 */
export const readLinearDelivery = (
  { bytes, header }: { readonly bytes: Buffer; readonly header: (name: string) => string | undefined },
  secret: string,
  now: Date,
): LinearDelivery | undefined => {
  if (!isHexSignature(bytes, header('linear-signature'), secret)) return undefined
  const payload = fieldsOf(jsonOf(bytes))
  const sentAt = payload.webhookTimestamp
  if (typeof sentAt !== 'number' || Math.abs(now.getTime() - sentAt) > toleranceMs) return undefined
  const id = header('linear-delivery')
  return {
    id: id !== undefined && /^[\x21-\x7e]{1,100}$/.test(id) ? id : createHash('sha256').update(bytes).digest('hex'),
    session: sessionIn(payload),
  }
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const textOf = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '')

const sessionIn = (payload: Fields): LinearSession | undefined => {
  if (payload.type !== 'AgentSessionEvent' || !['created', 'prompted'].includes(String(payload.action)))
    return undefined
  const session = fieldsOf(payload.agentSession)
  const issue = fieldsOf(session.issue)
  const sessionKey = textOf(session.id, 200)
  const issueKey = textOf(issue.identifier, 200)
  const teamKey = /^([A-Za-z0-9]{1,50})-\d+$/.exec(issueKey)?.[1]
  if (sessionKey === '' || teamKey === undefined) return undefined
  return {
    sessionKey,
    teamKey,
    issueKey,
    issueTitle: textOf(issue.title, 500) || issueKey,
    issueText: textOf(issue.description, textMost),
    // A page shows it as a link.
    issueUrl: /^https?:\/\//i.test(String(issue.url)) ? textOf(issue.url, 2_048) : '',
    mention: payload.action === 'created' ? textOf(fieldsOf(session.comment).body, textMost) : '',
    note: payload.action === 'prompted' ? noteIn(fieldsOf(payload.agentActivity)) : undefined,
  }
}

const noteIn = (activity: Fields): LinearSession['note'] => {
  const text = textOf(fieldsOf(activity.content).body ?? activity.body, textMost)
  const id = textOf(activity.id, 100)
  const isStop = activity.signal === 'stop'
  if ((text.trim() === '' && !isStop) || id === '') return undefined
  return { id, author: textOf(fieldsOf(activity.user).name, 100) || 'A person in Linear', text: text || 'Stop', isStop }
}
