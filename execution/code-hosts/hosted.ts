import type { Fetcher } from '../../platform/fetch/index.ts'
import type { CodeHostAccess } from './host-request.ts'

export type ChecksState = 'none' | 'pending' | 'passing' | 'failing'

/** A pull request as its host has it. */
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
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\//i.test(text)
