import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest } from '../after-test.ts'
import { hostedRepository, type HostedRepository } from './code-host-api.ts'
import type { TestGitHubApp } from './github-app.ts'
import { answerAsGitLab } from './gitlab-api.ts'
import { git } from '../repository.ts'
import { loopbackSite } from '../network/loopback-site.ts'

export interface TestCodeHost {
  /** `127.0.0.1:port`, as the setting of private hosts names it. */
  readonly host: string
  readonly url: string
  readonly asked: string[]
  /** The bare repository of that name; made by `add` or by the interface. */
  readonly folderOf: (fullName: string) => string
  readonly add: (fullName: string) => string
  /** Pull requests, issues, comments and webhooks of a repository. */
  readonly repository: (fullName: string) => HostedRepository
  /** Names that repositories had before, with their present ones: the host leads from one to the other. */
  readonly renamed: Map<string, string>
  /** Answers 503 until it is set to false. */
  isDown: boolean
  /** Lets git read without a token. */
  isPublic: boolean
}

const json = (response: ServerResponse, status: number, body: object) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const textOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/**
 * A code host on loopback: Gitea's and GitLab's documented interfaces as far as they are used, git's own `http-backend`,
 * and with an app GitHub's, whose answers about repositories have the form of Gitea's.
 */
export const testCodeHost = async (token: string, app?: TestGitHubApp): Promise<TestCodeHost> => {
  const root = mkdtempSync(join(tmpdir(), 'code-host-'))
  afterTest(() => rm(root, { recursive: true }))
  const folderOf = (fullName: string) => join(root, `${fullName}.git`)
  const add = (fullName: string) => {
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', folderOf(fullName)])
    git(folderOf(fullName), 'config', 'http.receivepack', 'true')
    return folderOf(fullName)
  }
  const repositories = new Map<string, HostedRepository>()
  const repositoryOf = (fullName: string) => {
    const known = repositories.get(fullName) ?? hostedRepository(site.url, fullName, folderOf(fullName))
    repositories.set(fullName, known)
    return known
  }
  const accepted = () =>
    [token, ...(app?.tokens ?? [])].flatMap((one) => [
      `${one === token ? 'token' : 'Bearer'} ${one}`,
      `Basic ${Buffer.from(`x-access-token:${one}`).toString('base64')}`,
    ])
  const names = () =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.git'))
      .map((path) => path.slice(0, -'.git'.length))
      .toSorted()
  const store: HostedFolders = { folderOf, add, repositoryOf, names }
  const state = { isDown: false, isPublic: false, renamed: new Map<string, string>() }
  const site = await loopbackSite(
    (request, response) => {
      const url = new URL(request.url!, 'http://host')
      const asApp = app?.answer(request, url.pathname.replace('/api/v3', ''))
      const [before, after] = [...state.renamed].find(([name]) => url.pathname.includes(`/${name}`)) ?? []
      if (before !== undefined) {
        const location = request.url!.replace(before, after!)
        response.writeHead(301, { location, 'content-type': 'application/json' }).end('{}')
        return
      }
      if (state.isDown) json(response, 503, {})
      else if (asApp) json(response, ...asApp)
      else if (url.pathname.startsWith('/api/v4') && request.headers['private-token'] === token)
        answerGitLab(store, request, url.pathname.slice('/api/v4'.length)).then(
          ([status, body]) => json(response, status, body),
          () => json(response, 500, {}),
        )
      else if (state.isPublic && request.headers.authorization === undefined) serveGit(root, url, request, response)
      else if (!accepted().includes(request.headers.authorization ?? '')) json(response, 401, {})
      else if (/^\/api\/v[13]\//.test(url.pathname))
        answerOf(store, request, url.pathname.slice('/api/v1'.length)).then(
          ([status, body]) => json(response, status, body),
          () => json(response, 500, {}),
        )
      else serveGit(root, url, request, response)
    },
    { server: createServer() },
  )
  return Object.assign(state, {
    host: site.host,
    url: site.url,
    asked: site.asked,
    folderOf,
    add,
    repository: repositoryOf,
  })
}

interface HostedFolders {
  readonly folderOf: (fullName: string) => string
  readonly add: (fullName: string) => string
  readonly repositoryOf: (fullName: string) => HostedRepository
  readonly names: () => readonly string[]
}

/** A page of the repositories, as hosts of both kinds give it; all changed on one day. */
const pageOf = (names: readonly string[], query: URLSearchParams, shown: (fullName: string) => object) => {
  const size = Number(query.get('limit') ?? query.get('per_page'))
  const page = Number(query.get('page'))
  return names.slice((page - 1) * size, page * size).map(shown)
}
const changedAt = '2026-03-04T09:30:00Z'

const answerOf = async (
  { folderOf, add, repositoryOf, names }: HostedFolders,
  request: IncomingMessage,
  path: string,
): Promise<readonly [number, object]> => {
  if (path === '/user') return [200, { login: 'acme' }]
  if (request.method === 'GET' && (path === '/user/repos' || path === '/installation/repositories')) {
    const { searchParams } = new URL(request.url!, 'http://host')
    const shown = (fullName: string) => ({ full_name: fullName, private: true, updated_at: changedAt })
    const page = pageOf(names(), searchParams, shown)
    return [200, path === '/user/repos' ? page : { total_count: names().length, repositories: page }]
  }
  const [, , owner, repository, ...parts] = path.split('/')
  const fullName = `${owner}/${repository}`
  if (parts.length > 0) {
    const text = await textOf(request)
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, string>
    const { searchParams } = new URL(request.url!, 'http://host')
    return repositoryOf(fullName).answer({ method: request.method!, parts, body, query: searchParams })
  }
  if (request.method === 'GET')
    return existsSync(folderOf(fullName)) ? [200, { full_name: fullName, private: true }] : [404, {}]
  const { name } = JSON.parse(await textOf(request)) as { name: string }
  const made = `${path.startsWith('/orgs/') ? owner : 'acme'}/${name}`
  add(made)
  return [201, { full_name: made, private: true }]
}

const groups = new Map([
  ['agency', 7],
  ['agency/web', 8],
])

const answerGitLab = async (
  { folderOf, add, repositoryOf, names }: HostedFolders,
  request: IncomingMessage,
  path: string,
): Promise<readonly [number, object]> => {
  const [, thing, encoded = '', ...parts] = path.split('/')
  const fullName = decodeURIComponent(encoded)
  const text = await textOf(request)
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  const { searchParams: query } = new URL(request.url!, 'http://host')
  if (thing === 'user') return [200, { username: 'acme' }]
  if (request.method === 'GET' && thing === 'projects' && encoded === '') {
    const found = names().filter((name) => name.includes(query.get('search') ?? ''))
    const shown = (name: string) => ({ path_with_namespace: name, visibility: 'public', last_activity_at: changedAt })
    return [200, pageOf(found, query, shown)]
  }
  if (thing === 'namespaces') return groups.has(fullName) ? [200, { id: groups.get(fullName) }] : [404, {}]
  if (parts.length > 0) return answerAsGitLab(repositoryOf(fullName), { method: request.method!, parts, body, query })
  if (request.method === 'GET')
    return existsSync(folderOf(fullName)) ? [200, { path_with_namespace: fullName, visibility: 'private' }] : [404, {}]
  const [group = 'acme'] = [...groups].find(([, id]) => id === body.namespace_id) ?? []
  const made = `${group}/${String(body.path)}`
  add(made)
  return [201, { path_with_namespace: made, visibility: body.visibility }]
}

/** Hands a request to git's own program for it. Source: git-http-backend(1), RFC 3875. */
const serveGit = (root: string, url: URL, request: IncomingMessage, response: ServerResponse) => {
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => undefined)
  request.pipe(child.stdin)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('close', () => {
    const all = Buffer.concat(chunks)
    const end = all.indexOf('\r\n\r\n')
    const lines = all.toString('latin1', 0, end).split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]))
    const { Status: status = '200', ...rest } = headers
    response.writeHead(Number.parseInt(status, 10), rest).end(all.subarray(end + 4))
  })
}
