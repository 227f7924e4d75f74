import { commitIn, hostedComment, hostedIssue, numberAndPage } from './hosted.ts'
import type {
  ChecksState,
  CommentedThing,
  HostedComment,
  HostedIssue,
  HostedPullRequest,
  HostPlace,
  NewPullRequest,
} from './hosted.ts'
import { ask, askList, listOf } from './ask.ts'
import { askHost } from './code-host.ts'
import { fieldsOf, type Fields } from './host-request.ts'
import { statusFailure } from './failure.ts'

const projectOf = ({ fullName }: Pick<HostPlace, 'fullName'>) => `/projects/${encodeURIComponent(fullName)}`

/** Opens a merge request; a repeat takes the open one. Throws a `CodeHostFailure`. Source: GitLab, “Merge requests”. */
export const openMergeRequest = async (place: HostPlace, wanted: NewPullRequest): Promise<HostedPullRequest> => {
  const { branch, targetBranch, title, body } = wanted
  const { fetcher, host, signal } = place
  const path = `${projectOf(place)}/merge_requests`
  const fields = { source_branch: branch, target_branch: targetBranch, title, description: body }
  const answer = await askHost(fetcher, host, { path, body: fields }, signal)
  if (answer.status === 201) return mergeRequestOf(place, answer.body)
  const before = answer.status === 409 ? await findOwn(place, wanted) : undefined
  if (before) return before
  throw statusFailure(answer, host.baseUrl)
}

const findOwn = async (place: HostPlace, wanted: NewPullRequest): Promise<HostedPullRequest | undefined> => {
  const branch = encodeURIComponent(wanted.branch)
  const path = `${projectOf(place)}/merge_requests?state=opened&source_branch=${branch}`
  const { rows } = await askList(place, { path, isNewestFirst: true })
  const own = rows.find((one) => isOwn(one, wanted))
  return own && mergeRequestOf(place, own)
}

const isOwn = (fields: Fields, { branch, targetBranch, commitSha }: NewPullRequest): boolean => {
  const { state, source_branch: from, target_branch: into, sha } = fields
  const isOfFork = typeof fields.target_project_id !== 'number' || fields.source_project_id !== fields.target_project_id
  return state === 'opened' && !isOfFork && from === branch && into === targetBranch && sha === commitSha
}

export const readMergeRequest = async (place: HostPlace, number: number): Promise<HostedPullRequest> =>
  mergeRequestOf(place, await ask(place, { path: `${projectOf(place)}/merge_requests/${number}` }, 200))

export const closeMergeRequest = async (place: HostPlace, number: number): Promise<void> => {
  const path = `${projectOf(place)}/merge_requests/${number}`
  await ask(place, { path, method: 'PUT', body: { state_event: 'close' } }, 200)
}

const mergeRequestOf = ({ host }: HostPlace, answer: unknown): HostedPullRequest => {
  const { iid, web_url: url, state, sha, merge_commit_sha: merge, squash_commit_sha: squash } = fieldsOf(answer)
  return {
    ...numberAndPage(host, iid, url),
    // A merge that is under way locks it for seconds.
    state: state === 'merged' ? 'merged' : state === 'opened' || state === 'locked' ? 'open' : 'closed',
    headSha: commitIn(sha),
    mergeSha: commitIn(merge) ?? commitIn(squash),
  }
}

/**
 * The newest pipeline of a commit and its statuses, one result each. A job that may fail counts as passed. Throws a
 * `CodeHostFailure`. Source: GitLab REST API v4, “List project pipelines” and “List the statuses of a commit”.
 */
export const commitStatuses = async (place: HostPlace, commitSha: string): Promise<ChecksState[]> => {
  const project = projectOf(place)
  const pipelines = await ask(place, { path: `${project}/pipelines?sha=${commitSha}&per_page=1` }, 200)
  const path = `${project}/repository/commits/${commitSha}/statuses`
  const { rows: jobs, isWhole } = await askList(place, { path, isNewestFirst: true })
  return [
    ...(isWhole ? [] : (['pending'] as const)),
    ...listOf(pipelines).map(({ status }) => stateOfPipeline(status)),
    ...jobs.map(({ status, allow_failure: mayFail }) => (mayFail === true ? 'passing' : stateOfPipeline(status))),
  ]
}

const stateOfPipeline = (status: unknown): ChecksState => {
  if (status === 'success' || status === 'skipped') return 'passing'
  return status === 'failed' || status === 'canceled' || status === 'canceling' ? 'failing' : 'pending'
}

const notesPath = (place: HostPlace, on: CommentedThing, number: number) =>
  `${projectOf(place)}/${on === 'issue' ? 'issues' : 'merge_requests'}/${number}/notes`

/** People's 500 newest comments at a GitLab request or issue, oldest first. Source: GitLab REST API v4, “Notes”. */
export const readNotes = async (place: HostPlace, on: CommentedThing, number: number): Promise<HostedComment[]> => {
  const path = `${notesPath(place, on, number)}?sort=desc&order_by=created_at`
  const { rows } = await askList(place, { path, isNewestFirst: true })
  return rows
    .filter(({ system }) => system !== true)
    .map(noteOf)
    .toReversed()
}

const noteOf = ({ id, body, author, position, created_at: at }: Fields): HostedComment => {
  const { new_path: path, new_line: line } = fieldsOf(position)
  return hostedComment({ id: `note-${String(id)}`, author: fieldsOf(author).username, body, path, line, at })
}

export const addNote = async (place: HostPlace, on: CommentedThing, number: number, body: string): Promise<void> => {
  await ask(place, { path: notesPath(place, on, number), body: { body } }, 201)
}

/**
 * Has GitLab send its webhooks, with `secret` in a header of each: it does not sign them. Returns the id of the hook.
 * Throws a `CodeHostFailure`. Source: GitLab REST API v4, “Project webhooks”.
 */
export const createProjectHook = async (
  place: HostPlace,
  { url, secret }: { readonly url: string; readonly secret: string },
): Promise<string> => {
  const path = `${projectOf(place)}/hooks`
  const { rows } = await askList(place, { path, isNewestFirst: false })
  const before = rows.find((one) => one.url === url)
  if (before) return String(before.id)
  const body = {
    url,
    token: secret,
    push_events: true,
    merge_requests_events: true,
    note_events: true,
    issues_events: true,
    pipeline_events: true,
    enable_ssl_verification: true,
  }
  return String(fieldsOf(await ask(place, { path, body }, 201)).id)
}

/** The open issues that are assigned to an account, oldest first: the newest 500. Throws a `CodeHostFailure`. Source: GitLab REST API v4, “Issues”. */
export const issuesOfAssignee = async (place: HostPlace, account: string): Promise<HostedIssue[]> => {
  const path = `${projectOf(place)}/issues?state=opened&assignee_username=${encodeURIComponent(account)}`
  const { rows } = await askList(place, { path, isNewestFirst: true })
  return rows.flatMap((one) => issueOf(one, account)).toReversed()
}

const issueOf = ({ iid, title, description, web_url: url, assignees }: Fields, account: string): HostedIssue[] => {
  const logins = listOf(assignees).map(({ username }) => username)
  return hostedIssue({ number: iid, title, text: description, url, logins }, account)
}

/** Developer. Source: GitLab REST API v4, “Members”, “Roles”. */
const writesFrom = 30

/** Whether an account is a member of the project who may push. Throws a `CodeHostFailure`. */
export const isWritingMember = async (place: HostPlace, login: string): Promise<boolean> => {
  const path = `${projectOf(place)}/members/all?query=${encodeURIComponent(login)}`
  const { rows } = await askList(place, { path, isNewestFirst: true })
  const own = rows.find(({ username }) => String(username).toLowerCase() === login.toLowerCase())
  return own?.state === 'active' && Number(own.access_level) >= writesFrom
}
