import type { IncomingHttpHeaders } from 'node:http'
import { jsonOf } from '../../packages/foreign-json/index.ts'

interface RefusedAnswer {
  readonly status: number
  readonly headers?: IncomingHttpHeaders
  readonly said?: string | undefined
}

const saidMost = 300
const waitMostMs = 3_600_000
/** Source: GitHub, “Rate limits for the REST API”: at least a minute if the answer names no time. */
const usualWaitMs = 60_000

/**
 * The failure for a status that is no success, of the host at `address`. Sources: GitHub, “Rate limits for the REST API”, “Best practices for using
 * the REST API” (redirects), “Authorizing a personal access token for use with single sign-on” (`X-GitHub-SSO`); GitLab,
 * “Rate limits”; RFC 9110, section 10.2.3.
 */
export const statusFailure = (answer: RefusedAnswer, address: string): CodeHostFailure => {
  const { status, headers = {}, said } = answer
  const failure = (reason: CodeHostReason, rest: string, waitMs?: number) =>
    new CodeHostFailure(reason, `The code host ${new URL(address).host} ${rest}`, undefined, waitMs)
  const words = said === undefined ? '' : ` It says: “${said}”`
  if ([301, 302, 307, 308].includes(status)) return failure('moved', 'has this repository at another name now.')
  if (isLimited(answer)) {
    const waitMs = Math.min(waitMostMs, Math.max(1_000, waitOf(headers, Date.now()) ?? usualWaitMs))
    const minutes = Math.ceil(waitMs / 60_000)
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
    return failure('limited', `takes no more requests by this token for now. The next one follows in ${wait}.`, waitMs)
  }
  if (status === 401) return failure('token', 'does not accept the token. Create a new one there.')
  const signOn =
    'wants this token to be authorized for the single sign-on of the organization. Do it there, at the page of the token.'
  if (status === 403 && headers['x-github-sso'] !== undefined) return failure('token', signOn)
  if (status === 403) return failure('token', `does not let this token do that. Check its rights.${words}`)
  if (status === 404) return failure('absent', 'has no such repository, or hides it from the token.')
  if (status === 422 || status === 409) return failure('refused', `refused the request (${status}).${words}`)
  return failure('unreachable', `answered with status ${status}. Try again later.`)
}

const isLimited = ({ status, headers = {}, said = '' }: RefusedAnswer): boolean => {
  if (status === 429) return true
  if (status !== 403) return false
  const isUsedUp = headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined
  return isUsedUp || said.toLowerCase().includes('rate limit')
}

const waitOf = (headers: IncomingHttpHeaders, nowMs: number): number | undefined => {
  const after = headers['retry-after']
  if (after !== undefined && /^\d{1,9}$/.test(after)) return Number(after) * 1_000
  if (after !== undefined && !Number.isNaN(Date.parse(after))) return Date.parse(after) - nowMs
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']
  return typeof reset === 'string' && /^\d{1,12}$/.test(reset) ? Number(reset) * 1_000 - nowMs : undefined
}

/** The text of a refusal: its message and the messages of its errors; undefined if it has none. */
export const wordsIn = (bytes: Buffer): string | undefined => {
  const { message, error, errors } = fieldsIn(jsonOf(bytes))
  const listed = Array.isArray(errors)
    ? errors.map((one) => (typeof one === 'string' ? one : fieldsIn(one).message))
    : []
  const nested: readonly unknown[] = Array.isArray(message) ? message : [message, error]
  const words = [...nested, ...listed].filter((text) => typeof text === 'string' && text.trim() !== '')
  const said = words.join(': ').replaceAll(/\s+/g, ' ').trim()
  return said === '' ? undefined : said.slice(0, saidMost).toWellFormed()
}

const fieldsIn = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

type CodeHostReason =
  | 'unreachable'
  | 'token'
  | 'absent'
  | 'refused'
  | 'not_empty'
  | 'diverged'
  | 'no_branch'
  /** The repository has another name there. */
  | 'moved'
  /** The host asks to wait. */
  | 'limited'

/** A code host did not carry out a request. The message is a sentence for people and holds no token. */
export class CodeHostFailure extends Error {
  readonly reason: CodeHostReason
  /** How long the host asks to wait. */
  readonly waitMs: number | undefined

  constructor(reason: CodeHostReason, message: string, cause?: unknown, waitMs?: number) {
    super(message, { cause })
    this.name = 'CodeHostFailure'
    this.reason = reason
    this.waitMs = waitMs
  }
}
