import { expect, test } from 'vitest'
import { openFetcher } from '../../platform/fetch/index.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { createHostedRepository, findHostedRepository } from './code-host.ts'
import { CodeHostFailure } from './failure.ts'
import { assignedIssues, issueComments } from './issues.ts'
import { mayWriteTo } from './permission.ts'
import {
  addHostComment,
  closePullRequest,
  openPullRequest,
  readChecks,
  readComments,
  readPullRequest,
} from './pull-requests.ts'

const sha = '8d2b6a1f0c7e4d35a9b01c2e3f4a5b6c7d8e9f01'

/** Answers by `METHOD path?query`, in the form of the documentation of GitLab's REST API v4. */
const answers = new Map<string, readonly [status: number, body: unknown]>()
const sent: { readonly asked: string; readonly body: string; readonly token: string | undefined }[] = []
const site = await loopbackSite((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += String(chunk)))
  request.on('end', () => {
    const asked = `${request.method} ${request.url!.replace('/api/v4', '')}`
    sent.push({ asked, body, token: request.headers['private-token'] as string | undefined })
    const [status, answer] = answers.get(asked) ?? [404, { message: '404 Not Found' }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})
const fetcher = openFetcher({ privateHosts: [site.host] })
const host = { kind: 'gitlab', baseUrl: site.url, token: 'glpat-of-the-test' } as const
const { signal } = new AbortController()
const place = { fetcher, host, fullName: 'agency/shop', signal }
const project = '/projects/agency%2Fshop'

const request = {
  id: 155_016_530,
  iid: 133,
  project_id: 15_513_260,
  title: 'Dark mode',
  state: 'opened',
  source_branch: 'atelier-har-12-1',
  target_branch: 'main',
  sha,
  web_url: 'https://gitlab.com/agency/shop/-/merge_requests/133',
}

test('a repository is found by its path and made in a group by its id', async () => {
  answers.set(`GET ${project}`, [200, { id: 3, path_with_namespace: 'agency/shop', visibility: 'private' }])
  expect(await findHostedRepository(fetcher, host, 'agency/shop', signal)).toEqual({
    fullName: 'agency/shop',
    isPrivate: true,
  })
  expect(await findHostedRepository(fetcher, host, 'agency/other', signal)).toBeUndefined()
  answers.set('GET /user', [200, { id: 1, username: 'acme-bot' }])
  answers.set('GET /namespaces/agency', [200, { id: 7, kind: 'group', full_path: 'agency' }])
  answers.set('POST /projects', [201, { id: 4, path_with_namespace: 'agency/new', visibility: 'private' }])
  const made = await createHostedRepository(fetcher, host, { fullName: 'agency/new', branch: 'main' }, signal)
  expect(made).toEqual({ fullName: 'agency/new', isPrivate: true })
  expect(JSON.parse(sent.at(-1)!.body)).toMatchObject({ path: 'new', namespace_id: 7, visibility: 'private' })
  expect(new Set(sent.map(({ token }) => token))).toEqual(new Set([host.token]))
  const nowhere = createHostedRepository(fetcher, host, { fullName: 'nobody-here/new', branch: 'main' }, signal)
  await expect(nowhere).rejects.toThrow(CodeHostFailure)
})

test('a repository of a group within groups is found, made there, and spoken to by its whole path', async () => {
  const fullName = 'agency/web/sites/shop'
  const encoded = '/projects/agency%2Fweb%2Fsites%2Fshop'
  answers.set('GET /user', [200, { id: 1, username: 'acme-bot' }])
  answers.set('GET /namespaces/agency%2Fweb%2Fsites', [
    200,
    { id: 91, path: 'sites', kind: 'group', full_path: 'agency/web/sites', parent_id: 90 },
  ])
  answers.set('POST /projects', [201, { id: 5, path_with_namespace: fullName, visibility: 'private' }])
  const made = await createHostedRepository(fetcher, host, { fullName, branch: 'main' }, signal)
  expect(made).toEqual({ fullName, isPrivate: true })
  expect(JSON.parse(sent.at(-1)!.body)).toMatchObject({ name: 'shop', path: 'shop', namespace_id: 91 })
  answers.set(`GET ${encoded}`, [200, { id: 5, path_with_namespace: fullName, visibility: 'private' }])
  expect(await findHostedRepository(fetcher, host, fullName, signal)).toEqual({ fullName, isPrivate: true })
  answers.set(`GET ${encoded}/merge_requests/133`, [200, request])
  expect(await readPullRequest({ ...place, fullName }, 133)).toMatchObject({ number: 133 })
  const nowhere = createHostedRepository(fetcher, host, { fullName: 'agency/none/shop', branch: 'main' }, signal)
  await expect(nowhere).rejects.toThrow(CodeHostFailure)
})

test('a merge request is opened; a repeat takes the open one of our commit and no other; it is read and closed', async () => {
  const path = `${project}/merge_requests`
  answers.set(`POST ${path}`, [201, request])
  const wanted = { branch: 'atelier-har-12-1', commitSha: sha, targetBranch: 'main', title: 'Dark mode', body: 'Why' }
  const shown = { number: 133, url: request.web_url, state: 'open', headSha: sha, mergeSha: undefined }
  expect(await openPullRequest(place, wanted)).toEqual(shown)
  expect(JSON.parse(sent.at(-1)!.body)).toEqual({
    source_branch: 'atelier-har-12-1',
    target_branch: 'main',
    title: 'Dark mode',
    description: 'Why',
  })
  answers.set(`POST ${path}`, [409, { message: ['Another open merge request already exists: !133'] }])
  const list = `GET ${path}?state=opened&source_branch=atelier-har-12-1&per_page=50`
  const own = { ...request, source_project_id: 1, target_project_id: 1 }
  answers.set(list, [200, [own]])
  expect(await openPullRequest(place, wanted)).toEqual(shown)
  for (const other of [
    { ...own, state: 'merged' },
    { ...own, sha: 'b'.repeat(40) },
    { ...own, source_project_id: 2 },
    { ...own, target_branch: 'release' },
    request,
  ]) {
    answers.set(list, [200, [other]])
    await expect(openPullRequest(place, wanted)).rejects.toThrow('already exists: !133')
  }
  for (const [state, ours] of [
    ['merged', 'merged'],
    ['closed', 'closed'],
    ['locked', 'open'],
  ] as const) {
    answers.set(`GET ${project}/merge_requests/133`, [200, { ...request, state, sha: null }])
    expect(await readPullRequest(place, 133)).toMatchObject({ state: ours, headSha: undefined })
  }
  answers.set(`PUT ${project}/merge_requests/133`, [200, request])
  await closePullRequest(place, 133)
  expect(sent.at(-1)!.body).toBe('{"state_event":"close"}')
  for (const wrong of [{ ...request, iid: '133' }, { ...request, web_url: 'javascript:alert(1)' }, []]) {
    answers.set(`GET ${project}/merge_requests/133`, [200, wrong])
    await expect(readPullRequest(place, 133)).rejects.toThrow('does not answer as one')
  }
})

test.each([
  [[], [], 'none'],
  [['success'], [{ status: 'success' }], 'passing'],
  [['success'], [{ status: 'failed', allow_failure: true }, { status: 'skipped' }], 'passing'],
  [['failed'], [], 'failing'],
  [['running'], [{ status: 'success' }], 'pending'],
  [['running'], [{ status: 'failed', allow_failure: false }], 'failing'],
  [['manual'], [{ status: 'manual' }], 'pending'],
  [['canceled'], [], 'failing'],
  [['an unknown word'], [], 'pending'],
] as const)('the pipeline %j with the jobs %j is %s', async (pipelines, jobs, expected) => {
  answers.set(`GET ${project}/pipelines?sha=${sha}&per_page=1`, [200, pipelines.map((status) => ({ id: 47, status }))])
  answers.set(`GET ${project}/repository/commits/${sha}/statuses?per_page=50`, [200, jobs])
  expect(await readChecks(place, sha)).toBe(expected)
})

test('notes of people are read, oldest first, those at a line with it, and one is added', async () => {
  const notes = `${project}/merge_requests/133/notes`
  const author = { id: 1, username: 'ada', name: 'Ada', state: 'active' }
  const position = { position_type: 'text', old_path: 'a.ts', new_path: 'a.ts', new_line: 27, old_line: 27 }
  const at = (minute: number) => `2026-03-04T10:0${minute}:00.000Z`
  answers.set(`GET ${notes}?sort=desc&order_by=created_at&per_page=50`, [
    200,
    [
      { id: 3, body: 'Here.', author, system: false, type: 'DiffNote', position, created_at: at(3) },
      { id: 2, body: 'added 1 commit', author, system: true, created_at: at(2) },
      { id: 1, body: 'Good.', author, system: false, created_at: at(1) },
      { id: 0, body: 7, author: null, position: { new_path: 1 }, created_at: 'never' },
    ],
  ])
  expect(await readComments(place, 133)).toEqual([
    { id: 'note-1', author: 'ada', body: 'Good.', line: undefined, createdAt: new Date(at(1)) },
    { id: 'note-3', author: 'ada', body: 'Here.', line: { path: 'a.ts', line: 27 }, createdAt: new Date(at(3)) },
  ])
  answers.set(`POST ${notes}`, [201, { id: 4 }])
  await addHostComment(place, { kind: 'pull_request', number: 133 }, 'Thanks.')
  expect(sent.at(-1)).toMatchObject({ asked: `POST ${notes}`, body: '{"body":"Thanks."}' })
  await expect(addHostComment(place, { kind: 'issue', number: 133 }, 'Thanks.')).rejects.toThrow('no such repository')
})

test('issues of an account are read with their notes, and members from developers on may write', async () => {
  const issue = { iid: 5, title: 'Broken', description: 'Why', web_url: 'https://gitlab.com/agency/shop/-/issues/5' }
  const mine = { ...issue, assignees: [{ username: 'Acme-Bot' }] }
  answers.set(`GET ${project}/issues?state=opened&assignee_username=acme-bot&per_page=50`, [
    200,
    [mine, { ...issue, assignees: [] }, { ...mine, web_url: 'javascript:1' }, null],
  ])
  expect(await assignedIssues(place, 'acme-bot')).toEqual([
    { number: 5, title: 'Broken', text: 'Why', url: issue.web_url },
  ])
  answers.set(`GET ${project}/issues/5/notes?sort=desc&order_by=created_at&per_page=50`, [200, []])
  expect(await issueComments(place, 5)).toEqual([])
  const members = [
    { username: 'ada', state: 'active', access_level: 30 },
    { username: 'grace', state: 'active', access_level: 20 },
    { username: 'gone', state: 'blocked', access_level: 50 },
  ]
  for (const login of ['ada', 'Grace', 'gone', 'ad'])
    answers.set(`GET ${project}/members/all?query=${login}&per_page=50`, [200, members])
  expect(await Promise.all(['ada', 'Grace', 'gone', 'ad'].map((login) => mayWriteTo(place, login)))).toEqual([
    true,
    false,
    false,
    false,
  ])
})
