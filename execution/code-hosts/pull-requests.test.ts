import { expect, test } from 'vitest'
import { openFetcher } from '../../platform/fetch/index.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { findHostedRepository } from './code-host.ts'
import { issueComments } from './issues.ts'
import { mayWriteTo } from './permission.ts'
import { createHook, openPullRequest, readChecks, readComments, readPullRequest } from './pull-requests.ts'

const ours = 'a'.repeat(40)
const other = 'b'.repeat(40)

interface HostReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers by `METHOD path?query`; a function reads the query itself. */
const answers = new Map<string, HostReply | ((query: URLSearchParams) => HostReply)>()
const asked: string[] = []
const site = await loopbackSite((request, response) => {
  request.resume().on('end', () => {
    const url = new URL(request.url!.replace(/\/api\/v[13]/, ''), 'http://host')
    asked.push(`${request.method} ${url.pathname}${url.search}`)
    const found = answers.get(`${request.method} ${url.pathname}`) ?? { status: 404, body: {} }
    const { status, body, headers } = typeof found === 'function' ? found(url.searchParams) : found
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
})
const fetcher = openFetcher({ privateHosts: [site.host] })
const { signal } = new AbortController()
const placeAt = (kind: 'github' | 'gitea') => ({
  fetcher,
  host: { kind, baseUrl: site.url, token: 'a-token-of-the-test' },
  fullName: 'acme/shop',
  signal,
})
const github = placeAt('github')
const gitea = placeAt('gitea')
const repository = '/repos/acme/shop'

const repo = { full_name: 'acme/shop' }
const open = {
  number: 7,
  html_url: 'https://github.com/acme/shop/pull/7',
  state: 'open',
  head: { ref: 'atelier-har-12-1', sha: ours, repo },
  base: { ref: 'main', repo },
}
const wanted = { branch: 'atelier-har-12-1', commitSha: ours, targetBranch: 'main', title: 'Dark mode', body: 'Why' }
const refused = { resource: 'PullRequest', code: 'custom', message: 'No commits between main and atelier-har-12-1' }
const exists = { status: 422, body: { message: 'Validation Failed', errors: [refused] } }

test.each([github, gitea])('after a crash the open request of our commit is taken, at $host.kind', async (place) => {
  answers.set(`POST ${repository}/pulls`, exists)
  answers.set(`GET ${repository}/pulls`, { status: 200, body: [{ ...open, head: { ...open.head, sha: other } }, open] })
  expect(await openPullRequest(place, wanted)).toMatchObject({ number: 7, state: 'open', headSha: ours })
})

test.each([
  ['merged', { ...open, state: 'closed', merged_at: '2025-01-01T00:00:00Z' }],
  ['of another commit', { ...open, head: { ...open.head, sha: other } }],
  ['of a fork', { ...open, head: { ...open.head, repo: { full_name: 'mallory/shop' } } }],
  ['of a fork that is gone', { ...open, head: { ...open.head, repo: null } }],
  ['into another branch', { ...open, base: { ...open.base, ref: 'release' } }],
])('a request that is %s is not ours just by its name: the host’s words are in the sentence', async (_, found) => {
  answers.set(`POST ${repository}/pulls`, exists)
  answers.set(`GET ${repository}/pulls`, { status: 200, body: [found] })
  for (const place of [github, gitea])
    await expect(openPullRequest(place, wanted)).rejects.toThrow(`“Validation Failed: ${refused.message}”`)
})

const status = (state: string, at: number) => ({ state, context: `c${at}` })
const passing = Array.from({ length: 30 }, (_, at) => status('success', at))

test('a failing status behind the first page is seen', async () => {
  answers.set(`GET ${repository}/commits/${ours}/check-runs`, { status: 200, body: { total_count: 0, check_runs: [] } })
  const combined = { state: 'failure', total_count: 45, statuses: passing }
  answers.set(`GET ${repository}/commits/${ours}/status`, { status: 200, body: combined })
  expect(await readChecks(github, ours)).toBe('failing')
  const silent = { total_count: 45, statuses: passing }
  answers.set(`GET ${repository}/commits/${ours}/status`, { status: 200, body: silent })
  expect(await readChecks(gitea, ours)).toBe('pending')
  answers.set(`GET ${repository}/commits/${ours}/status`, (query) => {
    const page = Number(query.get('page') ?? 1)
    const statuses = page === 1 ? passing : [status('failure', 40)]
    const link = page === 1 ? `<${site.url}/x?page=2>; rel="next", <${site.url}/x?page=2>; rel="last"` : ''
    return { status: 200, body: { total_count: 31, statuses }, headers: { link } }
  })
  expect(await readChecks(gitea, ours)).toBe('failing')
})

test('a failing run behind a full page is seen', async () => {
  answers.set(`GET ${repository}/commits/${ours}/status`, { status: 200, body: { state: 'pending', statuses: [] } })
  answers.set(`GET ${repository}/commits/${ours}/check-runs`, (query) => {
    const isFirst = query.get('page') === null
    const run = { status: 'completed', conclusion: isFirst ? 'success' : 'failure' }
    return { status: 200, body: { total_count: 51, check_runs: Array(isFirst ? 50 : 1).fill(run) } }
  })
  expect(await readChecks(github, ours)).toBe('failing')
})

/** Comments of an issue as GitHub lists them: oldest first. */
const commentsIn = (total: number, body = (at: number) => `Comment ${at}`) => {
  const size = 50
  const last = Math.ceil(total / size)
  return (query: URLSearchParams): HostReply => {
    const page = Number(query.get('page') ?? 1)
    const from = (page - 1) * size
    const rows = Array.from({ length: Math.min(size, total - from) }, (_, at) => ({
      id: from + at,
      body: body(from + at),
      user: { login: 'grace' },
      created_at: new Date(Date.UTC(2026, 0, 1, 0, from + at)).toISOString(),
    }))
    const links =
      page < last ? `<${site.url}/x?page=${page + 1}>; rel="next", <${site.url}/x?page=${last}>; rel="last"` : ''
    return { status: 200, body: rows, headers: { link: links } }
  }
}

test('the newest of 120 comments are read, in the order in which they were written', async () => {
  answers.set(`GET ${repository}/issues/9/comments`, commentsIn(120))
  const found = (await issueComments(github, 9)).map(({ body }) => body)
  expect([found.length, found[0], found.at(-1)]).toEqual([120, 'Comment 0', 'Comment 119'])
})

test('of 5,000 comments the newest ten pages are read', async () => {
  answers.set(`GET ${repository}/issues/9/comments`, commentsIn(5_000))
  const before = asked.length
  const found = (await issueComments(github, 9)).map(({ body }) => body)
  expect([asked.length - before, found.length, found.at(-1)]).toEqual([10, 500, 'Comment 4999'])
})

test('25 comments of 60 KB and one of 20 MB cost no more than their own ends', async () => {
  answers.set(
    `GET ${repository}/issues/7/comments`,
    commentsIn(26, (at) => 'x'.repeat(at === 3 ? 20_000_000 : 60_000)),
  )
  answers.set(`GET ${repository}/pulls/7/reviews`, { status: 200, body: [] })
  const found = await readComments(gitea, 7)
  expect([found.length, new Set(found.map(({ body }) => body.length))]).toEqual([26, new Set([5_000])])
})

test('the permission itself is asked, and its answer is kept', async () => {
  const permission = (login: string, name: string) =>
    answers.set(`GET ${repository}/collaborators/${login}/permission`, { status: 200, body: { permission: name } })
  for (const name of ['read', 'triage', 'none', 'write', 'admin']) permission(`${name}-er`, name)
  answers.set(`GET ${repository}/collaborators/read-er`, { status: 204, body: {} })
  const may = (login: string) => mayWriteTo(github, login)
  const logins = ['read-er', 'triage-er', 'none-er', 'acme', 'write-er', 'admin-er']
  const expected = [false, false, false, false, true, true]
  expect(await Promise.all(logins.map(may))).toEqual(expected)
  const before = asked.length
  expect([await Promise.all(logins.map(may)), asked.length]).toEqual([expected, before])
})

test('a hook behind the first page is found by its address', async () => {
  const url = 'https://atelier.example.com/hook'
  answers.set(`GET ${repository}/hooks`, (query) => ({
    status: 200,
    body:
      query.get('page') === '2'
        ? [{ id: 99, config: { url } }]
        : Array.from({ length: 50 }, (_, id) => ({ id, config: { url: `${url}/${id}` } })),
  }))
  expect(await createHook(github, { url, secret: 's' })).toBe('99')
})

test('a renamed repository is found under its new name, and a token is led to no other server', async () => {
  const moved = (location: string) => ({ status: 301, body: {}, headers: { location } })
  answers.set('GET /repos/acme/old', moved(`${site.url}/api/v3/repositories/1`))
  answers.set('GET /repositories/1', { status: 200, body: { full_name: 'acme/new', private: true } })
  const found = (fullName: string) => findHostedRepository(fetcher, github.host, fullName, signal)
  expect(await found('acme/old')).toMatchObject({ fullName: 'acme/new' })
  answers.set('GET /repos/acme/old', moved('https://elsewhere.example.com/repositories/1'))
  await expect(found('acme/old')).rejects.toThrow('another name now')
})

test.each([
  [301, { location: 'https://api.github.com/repositories/1/pulls/7' }, {}, 'moved', 'another name now'],
  [403, { 'retry-after': '90' }, { message: 'secondary rate limit' }, 'limited', 'in 2 minutes'],
  [403, { 'x-ratelimit-remaining': '0' }, {}, 'limited', 'in a minute'],
  [429, {}, {}, 'limited', 'in a minute'],
  [403, { 'x-github-sso': 'required; url=https://github.com/orgs/acme/sso' }, {}, 'token', 'single sign-on'],
  [403, {}, { message: 'Resource not accessible' }, 'token', 'Check its rights. It says: “Resource not accessible”'],
] as const)('the status %d with %j has its own sentence', async (code, headers, body, reason, sentence) => {
  answers.set(`GET ${repository}/pulls/7`, { status: code, body, headers })
  const failure = (await readPullRequest(github, 7).catch((error: unknown) => error)) as Error
  expect(failure).toMatchObject({ reason, waitMs: reason === 'limited' ? expect.any(Number) : undefined })
  expect(failure.message).toContain(sentence)
})
