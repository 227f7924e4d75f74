import { commitIn, hostedComment, numberAndPage } from './hosted.ts'
import type {
  ChecksState,
  CommentedThing,
  HostedComment,
  HostedPullRequest,
  HostPlace,
  NewPullRequest,
} from './hosted.ts'
import { ask, askList, listOf, rowsAtOnce } from './ask.ts'
import { askHost } from './code-host.ts'
import { fieldsOf, type Fields } from './host-request.ts'
import { statusFailure } from './failure.ts'
import {
  addNote,
  closeMergeRequest,
  commitStatuses,
  createProjectHook,
  openMergeRequest,
  readMergeRequest,
  readNotes,
} from './gitlab.ts'

/**
 * Opens a pull request. A repeat after a crash takes the previous one, which is ours by its commit and not by its name.
 * The text mentions no account and closes no issue. Throws a `CodeHostFailure`. Sources: GitHub REST API 2022-11-28,
 * “Pulls”; Gitea API 1.1, `repoCreatePullRequest`.
 */
export const openPullRequest = async (place: HostPlace, request: NewPullRequest): Promise<HostedPullRequest> => {
  const wanted = { ...request, title: quietText(request.title), body: quietText(request.body) }
  if (isGitLab(place)) return openMergeRequest(place, wanted)
  const { branch, targetBranch, title, body } = wanted
  const { fetcher, host, signal } = place
  const path = `${repositoryOf(place)}/pulls`
  const call = { path, body: { head: branch, base: targetBranch, title, body } }
  const answer = await askHost(fetcher, host, call, signal)
  if (answer.status === 201) return pullRequestOf(place, answer.body)
  const before = [409, 422].includes(answer.status) ? await findOwn(place, wanted) : undefined
  if (before) return before
  throw statusFailure(answer, host.baseUrl)
}

/** Returns the open pull request for our commit in the repository itself; undefined if none exists. */
const findOwn = async (place: HostPlace, wanted: NewPullRequest): Promise<HostedPullRequest | undefined> => {
  const { host, fullName } = place
  const query =
    host.kind === 'github'
      ? `head=${encodeURIComponent(`${fullName.split('/')[0]}:${wanted.branch}`)}`
      : 'sort=recentupdate'
  const path = `${repositoryOf(place)}/pulls?state=open&${query}`
  const { rows } = await askList(place, { path, isNewestFirst: true })
  const own = rows.find((one) => isOwn(one, wanted))
  return own && pullRequestOf(place, own)
}

const isOwn = ({ state, head, base }: Fields, { branch, targetBranch, commitSha }: NewPullRequest): boolean => {
  const from = fieldsOf(head)
  const into = fieldsOf(base)
  const { full_name: owner } = fieldsOf(into.repo)
  const isOfFork = typeof owner !== 'string' || fieldsOf(from.repo).full_name !== owner
  return state === 'open' && !isOfFork && from.ref === branch && into.ref === targetBranch && from.sha === commitSha
}

/** A pull request by its number. Throws a `CodeHostFailure`. */
export const readPullRequest = async (place: HostPlace, number: number): Promise<HostedPullRequest> =>
  isGitLab(place)
    ? readMergeRequest(place, number)
    : pullRequestOf(place, await ask(place, { path: `${repositoryOf(place)}/pulls/${number}` }, 200))

/** Closes a pull request without merging it; a closed pull request stays closed. Throws a `CodeHostFailure`. */
export const closePullRequest = async (place: HostPlace, number: number): Promise<void> => {
  if (isGitLab(place)) return closeMergeRequest(place, number)
  const call = { path: `${repositoryOf(place)}/pulls/${number}`, method: 'PATCH' as const, body: { state: 'closed' } }
  // Gitea answers 201.
  await ask(place, call, 200, 201)
}

/**
 * The combined result of a commit's checks. `none` if the host knows of no checks; it passes only if all were read.
 * Throws a `CodeHostFailure`. Sources: GitHub, “Commit statuses” and “Check runs”; Gitea, `repoGetCombinedStatusByRef`.
 */
export const readChecks = async (place: HostPlace, commitSha: string): Promise<ChecksState> => {
  if (isGitLab(place)) return togetherOf(await commitStatuses(place, commitSha))
  const commit = `${repositoryOf(place)}/commits/${commitSha}`
  const states = await checksOf(place, `${commit}/status`, 'statuses', (one) => stateOfStatus(one.state ?? one.status))
  if (place.host.kind !== 'github') return togetherOf(states)
  return togetherOf([...states, ...(await checksOf(place, `${commit}/check-runs`, 'check_runs', stateOfRun))])
}

const checksOf = async (
  place: HostPlace,
  path: string,
  name: 'statuses' | 'check_runs',
  stateOf: (one: Fields) => ChecksState,
): Promise<ChecksState[]> => {
  const read = await askList(place, { path, isNewestFirst: true, rowsIn: (body) => fieldsOf(body)[name] })
  const { state, total_count: total } = fieldsOf(read.first)
  const isMissing = !read.isWhole || Number(total) > read.rows.length
  // The host's own state covers checks that are not listed; without any checks, it is “pending”.
  const together = typeof state === 'string' && read.rows.length > 0 ? [stateOfStatus(state)] : []
  return [...read.rows.map(stateOf), ...together, ...(isMissing ? (['pending'] as const) : [])]
}

const stateOfStatus = (state: unknown): ChecksState => {
  if (state === 'success' || state === 'warning' || state === 'skipped') return 'passing'
  return state === 'pending' ? 'pending' : 'failing'
}

const stateOfRun = ({ status, conclusion }: Fields): ChecksState => {
  if (status !== 'completed') return 'pending'
  return ['success', 'neutral', 'skipped'].includes(String(conclusion)) ? 'passing' : 'failing'
}

/** A failing check counts most, then a check that has not ended. */
const togetherOf = (states: readonly ChecksState[]): ChecksState =>
  (['failing', 'pending', 'passing'] as const).find((state) => states.includes(state)) ?? 'none'

/** The comments at a pull request, oldest first: the newest 500 of each kind. Throws a `CodeHostFailure`. */
export const readComments = async (place: HostPlace, number: number): Promise<HostedComment[]> => {
  const found = isGitLab(place)
    ? await readNotes(place, 'pull_request', number)
    : [...(await commentsOfIssue(place, number)), ...(await reviewComments(place, number))]
  return inOrder(found.filter(({ body }) => body.trim() !== ''))
}

/** In the order in which they were written. */
export const inOrder = (comments: readonly HostedComment[]): HostedComment[] =>
  comments.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())

/** The plain comments of a pull request or an issue, as `askList` reads them; all of them at Gitea. */
export const commentsOfIssue = async (place: HostPlace, number: number): Promise<HostedComment[]> => {
  const path = `${repositoryOf(place)}/issues/${number}/comments`
  const rows =
    place.host.kind === 'gitea'
      ? listOf(await ask(place, { path }, 200))
      : (await askList(place, { path, isNewestFirst: false })).rows
  return rows.map((one) => commentOf('comment', one))
}

const reviewComments = async (place: HostPlace, number: number): Promise<HostedComment[]> => {
  const pull = `${repositoryOf(place)}/pulls/${number}`
  const { rows: reviews } = await askList(place, { path: `${pull}/reviews`, isNewestFirst: false })
  const bodies = reviews.map((one) => commentOf('review', { ...one, created_at: one.submitted_at }))
  if (place.host.kind === 'github') {
    const newest = { path: `${pull}/comments?sort=created&direction=desc`, isNewestFirst: true }
    const { rows: lines } = await askList(place, newest)
    return [...bodies, ...lines.map((one) => commentOf('line', one))]
  }
  for (const { id, comments_count: count } of reviews.slice(-rowsAtOnce)) {
    if (count === 0 || typeof id !== 'number') continue
    const lines = listOf(await ask(place, { path: `${pull}/reviews/${id}/comments` }, 200))
    bodies.push(...lines.map((one) => commentOf('line', { ...one, line: one.line ?? one.position })))
  }
  return bodies
}

const commentOf = (kind: 'comment' | 'review' | 'line', fields: Fields): HostedComment => {
  const { id, user, body, path, line, created_at: at } = fields
  const place = kind === 'line' ? { path, line } : {}
  return hostedComment({ id: `${kind}-${String(id)}`, author: fieldsOf(user).login, body, at, ...place })
}

/** Adds a comment to a pull request or an issue, which mentions no account and closes no issue. Throws a `CodeHostFailure`. */
export const addHostComment = async (
  place: HostPlace,
  on: { readonly kind: CommentedThing; readonly number: number },
  text: string,
): Promise<void> => {
  const { kind, number } = on
  const body = quietText(text)
  if (isGitLab(place)) return addNote(place, kind, number, body)
  await ask(place, { path: `${repositoryOf(place)}/issues/${number}/comments`, body: { body } }, 201)
}

/**
 * Has the host send its webhooks of a repository to `url`, signed with `secret`; returns the host's id for the hook. An
 * existing one with this address is taken. Throws a `CodeHostFailure`. Sources: GitHub, “Create a repository webhook”;
 * Gitea, `repoCreateHook`.
 */
export const createHook = async (
  place: HostPlace,
  { url, secret }: { readonly url: string; readonly secret: string },
): Promise<string> => {
  if (isGitLab(place)) return createProjectHook(place, { url, secret })
  const path = `${repositoryOf(place)}/hooks`
  const { rows } = await askList(place, { path, isNewestFirst: false })
  const before = rows.find((one) => fieldsOf(one.config).url === url)
  if (before) return String(before.id)
  const events = place.host.kind === 'github' ? githubEvents : giteaEvents
  const type = place.host.kind === 'github' ? { name: 'web' } : { type: 'gitea' }
  const config = { url, content_type: 'json', secret }
  const answer = await ask(place, { path, body: { ...type, active: true, events, config } }, 201)
  return String(fieldsOf(answer).id)
}

const commonEvents = ['push', 'pull_request', 'pull_request_review_comment', 'issues', 'issue_comment', 'status']
const githubEvents = [...commonEvents, 'pull_request_review', 'check_suite']
const giteaEvents = [
  ...commonEvents,
  'pull_request_review_approved',
  'pull_request_review_rejected',
  'pull_request_comment',
  'issue_assign',
]

const isGitLab = ({ host }: HostPlace) => host.kind === 'gitlab'

const repositoryOf = ({ fullName }: HostPlace) => `/repos/${fullName}`

const pullRequestOf = ({ host }: HostPlace, answer: unknown): HostedPullRequest => {
  const { number, html_url: url, state, merged, merged_at: mergedAt, head, merge_commit_sha: merge } = fieldsOf(answer)
  const isMerged = merged === true || typeof mergedAt === 'string'
  return {
    ...numberAndPage(host, number, url),
    state: isMerged ? 'merged' : state === 'open' ? 'open' : 'closed',
    headSha: commitIn(fieldsOf(head).sha),
    // GitHub names a commit for an open one too, by which it tries the merge.
    mergeSha: isMerged ? commitIn(merge) : undefined,
  }
}

// The word joiner is not seen, and parts what would be one word for the host.
const joiner = '\u2060'

const mention = /(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}_-])/gu
/** Source: GitHub, “Linking a pull request to an issue”; GitLab, “Managing issues”; Linear, “GitHub integration”. */
const closing =
  /\b([cfri])(?=(?:los(?:e[sd]?|ing)|ix(?:e[sd]|ing)?|esolv(?:e[sd]?|ing)|mplement(?:s|ed|ing)?|ompletes?d?)\b:?\s{1,4}(?:[\w./-]{0,100}[#!]\d|https?:\/\/|[a-z]{1,10}-\d))/gi
/** Source: GitLab, “Quick actions”. */
const command = /^([ \t]*)\/(?=[a-z])/gim

/** A text as a code host shows it, which mentions no account, closes no issue, and contains no command for the host. */
export const quietText = (text: string): string =>
  text.replaceAll(mention, `@${joiner}`).replaceAll(closing, `$1${joiner}`).replaceAll(command, `$1${joiner}/`)
