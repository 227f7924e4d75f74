import { createHmac, randomUUID } from 'node:crypto'
import { git } from '../repository.ts'

interface Pull {
  readonly number: number
  readonly head: string
  readonly base: string
  readonly title: string
  readonly body: string
  state: 'open' | 'closed'
  merged: boolean
  /** The commit of the target that the host names as the merge. */
  merge?: string
  /** The head that it had, where its branch has another by now. */
  readonly sha?: string
}

interface Comment {
  readonly id: number
  readonly body: string
  readonly user: { readonly login: string }
  readonly created_at: string
}

interface LineComment extends Comment {
  readonly path: string
  readonly line: number
}

interface Hook {
  readonly id: number
  readonly config: { readonly url: string; readonly secret: string }
  readonly events: readonly string[]
}

interface Issue {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly assignees: readonly { readonly login: string }[]
}

export interface HostRequest {
  readonly method: string
  /** The address below that of the repository. */
  readonly parts: readonly string[]
  readonly body: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

type Reply = readonly [status: number, body: object]

/** The state of one repository beside git in the interface of the host on loopback. */
class HostedState {
  readonly url: string
  readonly fullName: string
  readonly folder: string
  readonly pulls: Pull[] = []
  readonly hooks: Hook[] = []
  readonly issues: Issue[] = []
  readonly comments = new Map<number, Comment[]>()
  readonly lines = new Map<number, LineComment[]>()
  readonly statuses = new Map<string, string>()
  readonly collaborators = new Set<string>()
  private ids = 0

  constructor(url: string, fullName: string, folder: string) {
    this.url = url
    this.fullName = fullName
    this.folder = folder
  }

  nextId() {
    this.ids += 1
    return this.ids
  }

  shaOf(branch: string) {
    return git(this.folder, 'rev-parse', branch).trim()
  }

  said(login: string, body: string): Comment {
    return { id: this.nextId(), body, user: { login }, created_at: new Date().toISOString() }
  }

  pullOf(number: string | number | undefined) {
    return this.pulls.find((pull) => pull.number === Number(number))
  }
}

const shown = (state: HostedState, pull: Pull) => ({
  number: pull.number,
  html_url: `${state.url}/${state.fullName}/pulls/${pull.number}`,
  title: pull.title,
  body: pull.body,
  state: pull.state,
  merged: pull.merged,
  merge_commit_sha: pull.merge,
  head: { ref: pull.head, sha: pull.sha ?? state.shaOf(pull.head), repo: { full_name: state.fullName } },
  base: { ref: pull.base, repo: { full_name: state.fullName } },
})

const answerPulls = (state: HostedState, { method, parts, body }: HostRequest): Reply => {
  const [, number, part, reviewId] = parts
  if (number === undefined && method === 'GET') return [200, state.pulls.map((pull) => shown(state, pull))]
  if (number === undefined) {
    const isOpen = (pull: Pull) => pull.state === 'open' && pull.head === body.head && pull.base === body.base
    if (state.pulls.some(isOpen)) return [409, { message: 'pull request already exists' }]
    const opened = { head: body.head!, base: body.base!, title: body.title!, body: body.body ?? '' }
    state.pulls.push({ ...opened, number: state.nextId(), state: 'open', merged: false })
    return [201, shown(state, state.pulls.at(-1)!)]
  }
  const pull = state.pullOf(number)
  if (!pull) return [404, {}]
  const lines = state.lines.get(pull.number) ?? []
  if (part === 'reviews' && reviewId !== undefined) return [200, lines.filter(({ id }) => id === Number(reviewId))]
  if (part === 'reviews') return [200, lines.map(({ id, user }) => ({ id, body: '', user, comments_count: 1 }))]
  if (part === 'comments') return [200, lines]
  if (method === 'PATCH') pull.state = body.state as 'closed'
  return [200, shown(state, pull)]
}

const answerIssues = (state: HostedState, { method, parts, body, query }: HostRequest): Reply => {
  const [, number, part] = parts
  if (part === 'comments') {
    const before = state.comments.get(Number(number)) ?? []
    if (method === 'GET') return [200, before]
    const added = state.said('acme', body.body!)
    state.comments.set(Number(number), [...before, added])
    return [201, added]
  }
  const who = query.get('assignee') ?? query.get('assigned_by')
  const found = state.issues.filter((issue) => issue.assignees.some(({ login }) => login === who))
  return [200, found.map((issue) => ({ ...issue, html_url: `${state.url}/${state.fullName}/issues/${issue.number}` }))]
}

const answerHooks = (state: HostedState, { method, body }: HostRequest): Reply => {
  if (method === 'GET') return [200, state.hooks]
  state.hooks.push({ ...(body as unknown as Omit<Hook, 'id'>), id: state.nextId() })
  return [201, state.hooks.at(-1)!]
}

const answerCommits = (state: HostedState, { parts }: HostRequest): Reply => {
  if (parts[2] === 'check-runs') return [200, { total_count: 0, check_runs: [] }]
  const status = state.statuses.get(parts[1]!)
  return [200, { state: status ?? 'pending', statuses: status === undefined ? [] : [{ state: status }] }]
}

const answer = (state: HostedState, request: HostRequest): Reply => {
  const [name, login] = request.parts
  if (name === 'pulls') return answerPulls(state, request)
  if (name === 'issues') return answerIssues(state, request)
  if (name === 'hooks') return answerHooks(state, request)
  // Everybody whom the host knows may read.
  if (name === 'collaborators') return [200, { permission: state.collaborators.has(login!) ? 'write' : 'read' }]
  return answerCommits(state, request)
}

/** A person merges a pull request with a commit of the merge. */
const merge = (state: HostedState, number: number): string => {
  const pull = state.pullOf(number)!
  const base = state.shaOf(pull.base)
  const head = state.shaOf(pull.head)
  const made = git(state.folder, 'commit-tree', `${head}^{tree}`, '-p', base, '-p', head, '-m', 'Merge').trim()
  git(state.folder, 'update-ref', `refs/heads/${pull.base}`, made)
  Object.assign(pull, { merged: true, state: 'closed', merge: made })
  return made
}

/** A person adds a commit to the branch of a pull request, and merges it as one commit without its history. */
const squash = (state: HostedState, number: number): string => {
  const pull = state.pullOf(number)!
  const base = state.shaOf(pull.base)
  const tree = `${state.shaOf(pull.head)}^{tree}`
  const added = git(state.folder, 'commit-tree', tree, '-p', state.shaOf(pull.head), '-m', 'By a person').trim()
  git(state.folder, 'update-ref', `refs/heads/${pull.head}`, added)
  const made = git(state.folder, 'commit-tree', tree, '-p', base, '-m', 'Squashed').trim()
  git(state.folder, 'update-ref', `refs/heads/${pull.base}`, made)
  Object.assign(pull, { merged: true, state: 'closed', merge: made })
  return made
}

/** Sends a webhook as Gitea does; gives the status of the answer. */
const deliver = async (
  { hooks, fullName }: HostedState,
  event: string,
  payload: object,
  { id = randomUUID(), signature }: { id?: string; signature?: string },
): Promise<number> => {
  const { url, secret } = hooks[0]!.config
  const body = JSON.stringify({ repository: { full_name: fullName }, ...payload })
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-gitea-event': event,
      'x-gitea-delivery': id,
      'x-gitea-signature': signature ?? createHmac('sha256', secret).update(body).digest('hex'),
    },
  })
  await response.arrayBuffer()
  return response.status
}

/** One repository of the host on loopback, with people's actions there. */
export const hostedRepository = (url: string, fullName: string, folder: string) => {
  const state = new HostedState(url, fullName, folder)
  return {
    pulls: state.pulls,
    hooks: state.hooks,
    comments: state.comments,
    collaborators: state.collaborators,
    answer: (request: HostRequest) => answer(state, request),
    /** The checks of a branch come to this result. */
    check: (branch: string, status: 'success' | 'failure' | 'pending') =>
      void state.statuses.set(state.shaOf(branch), status),
    comment: (number: number, login: string, body: string) =>
      void state.comments.set(number, [...(state.comments.get(number) ?? []), state.said(login, body)]),
    commentAt: (number: number, login: string, body: string, at: { path: string; line: number }) =>
      void state.lines.set(number, [...(state.lines.get(number) ?? []), { ...state.said(login, body), ...at }]),
    merge: (number: number) => merge(state, number),
    squash: (number: number) => squash(state, number),
    /** The host says that it was merged, and its target has nothing of it. */
    claimMerge: (number: number) => void Object.assign(state.pullOf(number)!, { merged: true, state: 'closed' }),
    /** A merged pull request of another commit from a branch of this name, which is gone. */
    plantMerged: (head: string, base: string) =>
      void state.pulls.push({
        number: state.nextId(),
        head,
        base,
        title: 'An old one',
        body: '',
        state: 'closed',
        merged: true,
        sha: state.shaOf(base),
      }),
    close: (number: number) => void Object.assign(state.pullOf(number)!, { state: 'closed' }),
    addIssue: (issue: Omit<Issue, 'number'>) => {
      const number = state.nextId()
      state.issues.push({ ...issue, number })
      return number
    },
    deliver: (event: string, payload: object = {}, changed: { id?: string; signature?: string } = {}) =>
      deliver(state, event, payload, changed),
  }
}
export type HostedRepository = ReturnType<typeof hostedRepository>
