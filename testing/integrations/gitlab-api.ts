import { randomUUID } from 'node:crypto'
import type { HostedRepository } from './code-host-api.ts'

export interface GitLabRequest {
  readonly method: string
  /** The address below `/api/v4`, decoded. */
  readonly parts: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
  readonly query: URLSearchParams
}
type Fields = Readonly<Record<string, unknown>>
type Reply = readonly [status: number, body: object]

const nothing = new URLSearchParams()

/** The same repository as GitLab's documented interface shows it. */
export const answerAsGitLab = (repository: HostedRepository, { method, parts, body, query }: GitLabRequest): Reply => {
  const ask = (by: string, asked: readonly string[], sent: Fields = {}) =>
    repository.answer({ method: by, parts: asked, body: sent as Record<string, string>, query: nothing })
  const [name, number, part] = parts
  if (name === 'merge_requests' && part === 'notes') {
    if (method === 'POST') return ask('POST', ['issues', number!, 'comments'], body)
    const plain = ask('GET', ['issues', number!, 'comments'])[1] as Fields[]
    const atLines = ask('GET', ['pulls', number!, 'comments'])[1] as Fields[]
    const system = { id: 0, system: true, body: 'added 1 commit', author: { username: 'ghost' } }
    return [200, [system, ...[...plain, ...atLines].map(note)].toReversed()]
  }
  if (name === 'merge_requests' && number === undefined && method === 'GET') {
    const shown = (ask('GET', ['pulls'])[1] as Fields[]).map(mergeRequest)
    return [200, shown.filter((one) => one.source_branch === query.get('source_branch'))]
  }
  if (name === 'merge_requests' && method === 'POST') {
    const opened = { head: body.source_branch, base: body.target_branch, title: body.title, body: body.description }
    const [status, pull] = ask('POST', ['pulls'], opened)
    return status === 201 ? [201, mergeRequest(pull as Fields)] : [status, pull]
  }
  if (name === 'merge_requests') {
    const changes = body.state_event === 'close' ? { state: 'closed' } : {}
    const [status, pull] = ask(method === 'PUT' ? 'PATCH' : 'GET', ['pulls', number!], changes)
    return status === 404 ? [404, {}] : [200, mergeRequest(pull as Fields)]
  }
  if (name === 'hooks' && method === 'POST')
    return [201, { id: (ask('POST', ['hooks'], { config: { url: body.url, secret: body.token } })[1] as Fields).id }]
  if (name === 'hooks') return [200, repository.hooks.map(({ id, config }) => ({ id, url: config.url }))]
  if (name === 'pipelines') return [200, statusesOf(ask('GET', ['commits', query.get('sha')!, 'status'])[1])]
  if (name === 'repository') return [200, statusesOf(ask('GET', ['commits', parts[2]!, 'status'])[1])]
  return [404, {}]
}

const mergeRequest = ({ number, html_url: url, state, merged, merge_commit_sha: merge, head, base }: Fields) => ({
  merge_commit_sha: merge,
  iid: number,
  web_url: url,
  state: merged ? 'merged' : state === 'open' ? 'opened' : 'closed',
  source_branch: (head as Fields).ref,
  target_branch: (base as Fields).ref,
  source_project_id: 1,
  target_project_id: 1,
  sha: (head as Fields).sha,
})

const note = ({ id, body, user, created_at: at, path, line }: Fields) => ({
  id,
  body,
  system: false,
  author: { username: (user as Fields).login },
  created_at: at,
  ...(path !== undefined && { type: 'DiffNote', position: { new_path: path, new_line: line } }),
})

const words: Readonly<Record<string, string>> = { success: 'success', failure: 'failed', pending: 'running' }
const statusesOf = (combined: object) =>
  (combined as { readonly statuses: readonly { readonly state: string }[] }).statuses.map(({ state }) => ({
    status: words[state],
  }))

/** Sends a webhook as GitLab does; gives the status of the answer. */
export const deliverAsGitLab = async (
  repository: HostedRepository,
  fullName: string,
  event: string,
  { secret, id = randomUUID() }: { readonly secret?: string; readonly id?: string } = {},
): Promise<number> => {
  const { config } = repository.hooks[0]!
  const response = await fetch(config.url, {
    method: 'POST',
    body: JSON.stringify({ object_kind: 'push', project: { path_with_namespace: fullName } }),
    headers: {
      'content-type': 'application/json',
      'x-gitlab-event': event,
      'x-gitlab-token': secret ?? config.secret,
      'idempotency-key': id,
    },
  })
  await response.arrayBuffer()
  return response.status
}
