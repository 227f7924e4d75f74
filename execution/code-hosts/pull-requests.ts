import { isWebAddress } from './addresses.ts'
import { ask, listOf } from './ask.ts'
import { fieldsOf } from './host-request.ts'
import { CodeHostFailure } from './failure.ts'
import {
  addNote,
  closeMergeRequest,
  commitStatuses,
  createProjectHook,
  openMergeRequest,
  readMergeRequest,
  readNotes,
} from './gitlab.ts'
import type {
  ChecksState,
  CommentedThing,
  HostedComment,
  HostedPullRequest,
  HostPlace,
  NewPullRequest,
} from './hosted.ts'

const listedMost = 50

/**
 * The pull request of a branch, opened if there is none yet: a repeat after a crash finds the one before. Throws a
 * `CodeHostFailure`. Sources: GitHub REST API 2022-11-28, “Pulls”; Gitea API 1.1, `repoCreatePullRequest`.
 */
export const openPullRequest = async (place: HostPlace, wanted: NewPullRequest): Promise<HostedPullRequest> => {
  if (isGitLab(place)) return openMergeRequest(place, wanted)
  const before = await findPullRequest(place, wanted.branch)
  if (before) return before
  const { branch, targetBranch, title, body } = wanted
  const path = `${repositoryOf(place)}/pulls`
  const answer = await ask(place, { path, body: { head: branch, base: targetBranch, title, body } }, 201)
  return pullRequestOf(place, answer)
}

/** The newest pull request of a branch; undefined if there is none. */
const findPullRequest = async (place: HostPlace, branch: string): Promise<HostedPullRequest | undefined> => {
  const { host, fullName } = place
  const query =
    host.kind === 'github'
      ? `state=all&per_page=${listedMost}&head=${encodeURIComponent(`${fullName.split('/')[0]}:${branch}`)}`
      : `state=all&sort=recentupdate&limit=${listedMost}`
  const found = await ask(place, { path: `${repositoryOf(place)}/pulls?${query}` }, 200)
  const own = listOf(found).find((one) => fieldsOf(one.head).ref === branch)
  return own && pullRequestOf(place, own)
}

/** A pull request by its number. Throws a `CodeHostFailure`. */
export const readPullRequest = async (place: HostPlace, number: number): Promise<HostedPullRequest> =>
  isGitLab(place)
    ? readMergeRequest(place, number)
    : pullRequestOf(place, await ask(place, { path: `${repositoryOf(place)}/pulls/${number}` }, 200))

/** Closes a pull request without merging it; one that is closed stays so. Throws a `CodeHostFailure`. */
export const closePullRequest = async (place: HostPlace, number: number): Promise<void> => {
  if (isGitLab(place)) return closeMergeRequest(place, number)
  await ask(
    place,
    { path: `${repositoryOf(place)}/pulls/${number}`, method: 'PATCH', body: { state: 'closed' } },
    // Gitea answers 201.
    200,
    201,
  )
}

/**
 * The combined result of a commit's checks. `none` where the host knows of none. Throws a `CodeHostFailure`. Sources:
 * GitHub, “Commit statuses” and “Check runs”; Gitea, `repoGetCombinedStatusByRef`.
 */
export const readChecks = async (place: HostPlace, commitSha: string): Promise<ChecksState> => {
  if (isGitLab(place)) return togetherOf(await commitStatuses(place, commitSha))
  const commit = `${repositoryOf(place)}/commits/${commitSha}`
  const combined = fieldsOf(await ask(place, { path: `${commit}/status` }, 200))
  const statuses = listOf(combined.statuses).map((one) => stateOfStatus(one.state ?? one.status))
  if (place.host.kind !== 'github') return togetherOf(statuses)
  const runs = fieldsOf(await ask(place, { path: `${commit}/check-runs?per_page=100` }, 200))
  return togetherOf([...statuses, ...listOf(runs.check_runs).map(stateOfRun)])
}

const stateOfStatus = (state: unknown): ChecksState => {
  if (state === 'success' || state === 'warning' || state === 'skipped') return 'passing'
  return state === 'pending' ? 'pending' : 'failing'
}

const stateOfRun = ({ status, conclusion }: Readonly<Record<string, unknown>>): ChecksState => {
  if (status !== 'completed') return 'pending'
  return ['success', 'neutral', 'skipped'].includes(String(conclusion)) ? 'passing' : 'failing'
}

/** One that fails counts most, then one that has not ended. */
const togetherOf = (states: readonly ChecksState[]): ChecksState =>
  (['failing', 'pending', 'passing'] as const).find((state) => states.includes(state)) ?? 'none'

/** The comments at a pull request, oldest first: the newest page of each kind. Throws a `CodeHostFailure`. */
export const readComments = async (place: HostPlace, number: number): Promise<HostedComment[]> => {
  const found = isGitLab(place)
    ? await readNotes(place, 'pull_request', number)
    : [...(await commentsOfIssue(place, number)), ...(await reviewComments(place, number))]
  return found
    .filter(({ body }) => body.trim() !== '')
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

const pageOf = ({ host }: HostPlace) => (host.kind === 'github' ? 'per_page=100' : `limit=${listedMost}`)

/** The plain comments of a pull request or an issue, the newest page. Throws a `CodeHostFailure`. */
export const commentsOfIssue = async (place: HostPlace, number: number): Promise<HostedComment[]> => {
  const path = `${repositoryOf(place)}/issues/${number}/comments?${pageOf(place)}`
  return listOf(await ask(place, { path }, 200)).map((one) => commentOf('comment', one))
}

const reviewComments = async (place: HostPlace, number: number): Promise<HostedComment[]> => {
  const pull = `${repositoryOf(place)}/pulls/${number}`
  const reviews = listOf(await ask(place, { path: `${pull}/reviews?${pageOf(place)}` }, 200))
  const bodies = reviews.map((one) => commentOf('review', { ...one, created_at: one.submitted_at }))
  if (place.host.kind === 'github') {
    const lines = listOf(await ask(place, { path: `${pull}/comments?${pageOf(place)}` }, 200))
    return [...bodies, ...lines.map((one) => commentOf('line', one))]
  }
  for (const { id, comments_count: count } of reviews.slice(-listedMost)) {
    if (count === 0 || typeof id !== 'number') continue
    const lines = listOf(await ask(place, { path: `${pull}/reviews/${id}/comments` }, 200))
    bodies.push(...lines.map((one) => commentOf('line', { ...one, line: one.line ?? one.position })))
  }
  return bodies
}

const bodyMost = 5_000

const commentOf = (kind: 'comment' | 'review' | 'line', fields: Readonly<Record<string, unknown>>): HostedComment => {
  const { id, body, path, line, created_at: at } = fields
  const user = fieldsOf(fields.user)
  const isAtLine = kind === 'line' && typeof path === 'string' && typeof line === 'number' && line > 0
  const createdAt = new Date(typeof at === 'string' ? at : 0)
  return {
    id: `${kind}-${String(id)}`.slice(0, 100),
    author: (typeof user.login === 'string' ? user.login : 'unknown').slice(0, 100),
    body: (typeof body === 'string' ? body : '').slice(0, bodyMost),
    line: isAtLine ? { path: path.slice(0, 4_096), line } : undefined,
    createdAt: Number.isNaN(createdAt.getTime()) ? new Date(0) : createdAt,
  }
}

/** Adds a comment to a pull request or an issue. Throws a `CodeHostFailure`. */
export const addHostComment = async (
  place: HostPlace,
  on: { readonly kind: CommentedThing; readonly number: number },
  body: string,
): Promise<void> => {
  const { kind, number } = on
  if (isGitLab(place)) return addNote(place, kind, number, body)
  await ask(place, { path: `${repositoryOf(place)}/issues/${number}/comments`, body: { body } }, 201)
}

/**
 * Has the host send its webhooks of a repository to `url`, signed with `secret`; gives what the host calls the hook. An
 * existing one with this address is taken. Throws a `CodeHostFailure`. Sources: GitHub, “Create a repository webhook”;
 * Gitea, `repoCreateHook`.
 */
export const createHook = async (
  place: HostPlace,
  { url, secret }: { readonly url: string; readonly secret: string },
): Promise<string> => {
  if (isGitLab(place)) return createProjectHook(place, { url, secret })
  const path = `${repositoryOf(place)}/hooks`
  const there = listOf(await ask(place, { path: `${path}?${pageOf(place)}` }, 200))
  const before = there.find((one) => fieldsOf(one.config).url === url)
  if (before) return String(before.id)
  const events = place.host.kind === 'github' ? githubEvents : giteaEvents
  const type = place.host.kind === 'github' ? { name: 'web' } : { type: 'gitea' }
  const config = { url, content_type: 'json', secret }
  const answer = await ask(place, { path, body: { ...type, active: true, events, config } }, 201)
  return String(fieldsOf(answer).id)
}

const githubEvents = [
  'push',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'issues',
  'issue_comment',
  'status',
  'check_suite',
]
const giteaEvents = [
  'push',
  'pull_request',
  'pull_request_review_approved',
  'pull_request_review_rejected',
  'pull_request_review_comment',
  'pull_request_comment',
  'issues',
  'issue_assign',
  'issue_comment',
  'status',
]

const isGitLab = ({ host }: HostPlace) => host.kind === 'gitlab'

const repositoryOf = ({ fullName }: HostPlace) => `/repos/${fullName}`

const pullRequestOf = ({ host }: HostPlace, answer: unknown): HostedPullRequest => {
  const { number, html_url: url, state, merged, merged_at: mergedAt, head } = fieldsOf(answer)
  // A page shows it as a link: a host that names another kind of address is none.
  if (typeof number !== 'number' || typeof url !== 'string' || !isWebAddress(url))
    throw new CodeHostFailure('unreachable', `The code host ${new URL(host.baseUrl).host} does not answer as one.`)
  const { sha } = fieldsOf(head)
  const isMerged = merged === true || typeof mergedAt === 'string'
  return {
    number,
    url: url.slice(0, 2_048),
    state: isMerged ? 'merged' : state === 'open' ? 'open' : 'closed',
    headSha: typeof sha === 'string' && /^[0-9a-f]{40}$/.test(sha) ? sha : undefined,
  }
}
