import type { Fetcher } from '../../platform/fetch/index.ts'
import type { CodeHostAccess } from './host-request.ts'
import { CodeHostFailure } from './failure.ts'

export type ChecksState = 'none' | 'pending' | 'passing' | 'failing'

export interface HostedPullRequest {
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'closed' | 'merged'
  /** The head that the host shows, of a merged one the last; undefined if it shows none. */
  readonly headSha: string | undefined
  /** The commit of the target branch that the host names as the merge; undefined before, or if it names none. */
  readonly mergeSha: string | undefined
}

export interface NewPullRequest {
  readonly branch: string
  /** The head of the branch. */
  readonly commitSha: string
  readonly targetBranch: string
  readonly title: string
  readonly body: string
}

/** A comment that a person wrote at the host. */
export interface HostedComment {
  /** Unique in its repository, and the same whenever it is read. */
  readonly id: string
  readonly author: string
  readonly body: string
  /** The line of the changed file that it is at; undefined for a comment on the whole. */
  readonly line: { readonly path: string; readonly line: number } | undefined
  readonly createdAt: Date
}

/** A repository of a code host, and how it is spoken to. */
export interface HostPlace {
  readonly fetcher: Fetcher
  readonly host: CodeHostAccess
  readonly fullName: string
  readonly signal: AbortSignal
}

/** The parent of a comment. */
export type CommentedThing = 'pull_request' | 'issue'

export interface HostedIssue {
  readonly number: number
  readonly title: string
  readonly text: string
  readonly url: string
}

/** A commit's id as a host writes it; undefined for anything else. */
export const commitIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{40}$/.test(value) ? value : undefined

/** True if an address from a host is a web address, and may be a link. */
const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text)

/** The number and the address of a pull request: a page links to it. Throws a `CodeHostFailure` for other values. */
export const numberAndPage = ({ baseUrl }: CodeHostAccess, number: unknown, url: unknown) => {
  if (typeof number !== 'number' || typeof url !== 'string' || !isWebAddress(url))
    throw new CodeHostFailure('unreachable', `The code host ${new URL(baseUrl).host} does not answer as one.`)
  return { number, url: url.slice(0, 2_048) }
}

const textMost = 5_000
const textOf = (value: unknown) => (typeof value === 'string' ? value : '').slice(0, textMost).toWellFormed()

type CommentFields = { readonly id: string } & Readonly<
  Partial<Record<'author' | 'body' | 'path' | 'line' | 'at', unknown>>
>

/** A comment from the fields of a host's answer. */
export const hostedComment = ({ id, author, body, path, line, at }: CommentFields): HostedComment => {
  const isAtLine = typeof path === 'string' && typeof line === 'number' && line > 0
  const createdAt = new Date(typeof at === 'string' ? at : 0)
  return {
    id: id.slice(0, 100),
    author: (typeof author === 'string' ? author : 'unknown').slice(0, 100),
    body: textOf(body),
    line: isAtLine ? { path: path.slice(0, 4_096), line } : undefined,
    createdAt: Number.isNaN(createdAt.getTime()) ? new Date(0) : createdAt,
  }
}

type IssueFields = { readonly logins: readonly unknown[] } & Readonly<
  Record<'number' | 'title' | 'text' | 'url', unknown>
>

/** An issue from the fields of a host's answer; none if they lack something, or if the account is not in `logins`. */
export const hostedIssue = ({ number, title, text, url, logins }: IssueFields, account: string): HostedIssue[] => {
  if (typeof number !== 'number' || typeof title !== 'string' || typeof url !== 'string' || !isWebAddress(url))
    return []
  if (!logins.some((login) => String(login).toLowerCase() === account.toLowerCase())) return []
  return [{ number, title: title.slice(0, 500).toWellFormed(), text: textOf(text), url: url.slice(0, 2_048) }]
}
