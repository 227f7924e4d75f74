import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { ownCall } from '../../../platform/handler/own-api.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { callerOf } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { dataIn, mcpClient } from '../../../testing/mcp/mcp-client.ts'
import { descriptionOf, programOf, programSite, redirectUri } from '../../../testing/people/program-client.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { listProjects } from '../../code/projects/contract.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../workspaces/contract/keys.ts'
import { removeMember } from '../workspaces/contract/members.ts'
import { approveProgramConnection, previewProgramConnection } from './contract.ts'

const json = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }) satisfies RequestListener

const site = await programSite({
  '/moved.json': (_request, response) => void response.writeHead(302, { location: '/client.json' }).end(),
  '/inside.json': (_request, response) =>
    void response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  '/missing.json': (_request, response) => void response.writeHead(404).end(),
  '/other.json': json(descriptionOf('https://agent.example/client.json')),
  '/huge.json': json(JSON.stringify({ filling: 'x'.repeat(20_000) })),
  '/text.json': json('no JSON'),
  '/list.json': json([]),
  '/page.json': (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('{}'),
  '/secret.json': (request, response) => {
    const own = `http://${request.headers.host}${request.url}`
    json(descriptionOf(own, { token_endpoint_auth_method: 'client_secret_basic' }))(request, response)
  },
  '/script.json': (request, response) => {
    const own = `http://${request.headers.host}${request.url}`
    json(descriptionOf(own, { redirect_uris: ['javascript:alert(1)//', 'http://evil.example/'] }))(request, response)
  },
  '/spoof.json': (request, response) => {
    const own = `http://${request.headers.host}${request.url}`
    json(descriptionOf(own, { client_name: 'Safe\u202eevil' }))(request, response)
  },
})
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: site.host })
const { baseUrl } = server
const at = await scene(server)
const member = await at.join('member')
const session = await at.signIn(member.userId)
const program = programOf(baseUrl, site.url)

const mcp = (token: string, path = '/mcp', headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
const keysOf = async () => (await session.call(listApiKeys)).body as { id: string; clientId: string | null }[]

/** Does the work, and shows that no connection and no token came, went or changed. */
const leavingPrograms = async (work: () => Promise<unknown>) => {
  const state = () =>
    Promise.all([
      asOwner(server, 'select id, scopes, expires_at, revoked_at from api_key order by id', []),
      asOwner(server, 'select token_hash, used_at, expires_at from program_token order by token_hash', []),
    ])
  const before = await state()
  await work()
  expect(await state()).toEqual(before)
}

test('a program finds its way from a refused message to its tokens, and works as its person', async () => {
  const refused = await mcp('')
  expect(refused.status).toBe(401)
  const challenge = refused.headers.get('www-authenticate')!
  expect(challenge).toBe(
    `Bearer realm="Atelier", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
  )
  const read = async (url: string) => (await fetch(url)).json() as Promise<Record<string, string>>
  const resource = await read(/resource_metadata="([^"]+)"/.exec(challenge)![1]!)
  expect(resource).toMatchObject({ resource: `${baseUrl}/mcp`, authorization_servers: [baseUrl] })
  expect(await read(`${baseUrl}/.well-known/oauth-protected-resource`)).toEqual(resource)
  const known = await read(`${baseUrl}/.well-known/oauth-authorization-server`)
  expect(known).toMatchObject({
    issuer: baseUrl,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  })
  expect(known.registration_endpoint).toBeUndefined()
  const page = await fetch(`${known.authorization_endpoint}?${program.queryOf()}`, { redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([302, `/console/connect?${program.queryOf()}`])

  const seen = await session.call(previewProgramConnection, { body: { request: program.queryOf() } })
  expect(seen).toMatchObject({
    status: 200,
    body: {
      name: 'Test agent',
      clientId: program.clientId,
      clientHost: site.host,
      redirectHost: '127.0.0.1:49152',
      isLocal: true,
      canWrite: true,
      declineTo: `${redirectUri}?${new URLSearchParams({ error: 'access_denied', state: 'state-of-the-program', iss: baseUrl }).toString()}`,
    },
  })
  const approved = await program.approve(session)
  expect(approved.status).toBe(201)
  const answer = new URL((approved.body as { redirectTo: string }).redirectTo)
  expect(answer.origin + answer.pathname).toBe(redirectUri)
  expect(answer.searchParams.get('iss')).toBe(baseUrl)
  expect(answer.searchParams.get('state')).toBe('state-of-the-program')
  const { status, body } = await program.exchange(answer.searchParams.get('code')!)
  expect([status, body.token_type, body.expires_in, body.scope]).toEqual([200, 'Bearer', 900, 'read write'])
  expect((await mcp(body.access_token)).status).toBe(200)

  const projectId = await emptyProject(at.owner)
  const { call } = await mcpClient(server, { key: body.access_token })
  const { cycle } = dataIn(await call('propose_cycle', { projectId, title: 'By OAuth', description: 'x' }))
  const key = (await keysOf()).find(({ clientId }) => clientId === program.clientId)!
  const [row] = await asOwner(server, 'select actor_type, actor_id from audit_row where resource_id = $1', [cycle.id])
  expect(row).toEqual({ actor_type: 'api_key', actor_id: key.id })
  expect(await at.auditActions(key.id)).toEqual(['api_key.connect'])
  expect(await at.eventNames(key.id)).toEqual(['api_key.connected'])
  const stored = JSON.stringify(await asOwner(server, 'select * from program_token', []))
  for (const secret of [body.access_token, body.refresh_token]) expect(stored).not.toContain(secret)
})

test('the access token works only for the endpoint: not for the API, not for git, not in the address', async () => {
  const { access_token: token } = await program.connect(session)
  const carried: Readonly<Record<string, string>>[] = [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }]
  for (const headers of carried)
    expectError(await callerOf(baseUrl, headers).call(listProjects), 401, 'unauthenticated')
  const guess = { authorization: `Bearer ${token}`, [ownCall.header]: 'guess' }
  expectError(await callerOf(baseUrl, guess).call(listProjects), 401, 'unauthenticated')
  expect((await mcp('', `/mcp?access_token=${token}`)).status).toBe(401)
  const both = await mcp(token, `/mcp?access_token=${token}`)
  expect([both.status, ((await both.json()) as { error: { data: { code: string } } }).error.data.code]).toEqual([
    400,
    'token_in_address',
  ])
  expect((await mcp('', '/mcp', { 'x-api-key': token })).status).toBe(401)
  const unknown = await mcp(`ato_${'x'.repeat(43)}`)
  expect(unknown.headers.get('www-authenticate')).toContain('error="invalid_token"')
})

test('a program that may read changes nothing', async () => {
  const { access_token: token, scope } = await program.connect(session, false)
  expect(scope).toBe('read')
  const projectId = await emptyProject(at.owner)
  const { call } = await mcpClient(server, { key: token })
  const refused = await call('propose_cycle', { projectId, title: 'No', description: 'x' })
  expect([refused.isError, dataIn(refused).code]).toEqual([true, 'forbidden'])
  const asked = await session.call(previewProgramConnection, { body: { request: program.queryOf({ scope: 'read' }) } })
  expect(asked.body).toMatchObject({ canWrite: false })
  // Scopes that were not requested are not granted, with any input of the page.
  const { body } = await program.exchange(await program.codeOf(session, { scope: 'read' }, true))
  expect(body.scope).toBe('read')
})

test('a code is good once: a second use ends the connection', async () => {
  const code = await program.codeOf(session)
  const first = await program.exchange(code)
  expect((await mcp(first.body.access_token)).status).toBe(200)
  expect(await program.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await mcp(first.body.access_token)).status).toBe(401)
  expect(await program.refresh(first.body.refresh_token)).toMatchObject({ status: 400 })
})

test('of ten programs that show one code at once, at most one gets tokens, and the connection ends', async () => {
  const code = await program.codeOf(session)
  const answers = await Promise.all(Array.from({ length: 10 }, () => program.exchange(code)))
  const good = answers.filter(({ status }) => status === 200)
  expect(good).toHaveLength(1)
  expect((await mcp(good[0]!.body.access_token)).status).toBe(401)
})

test('a code is for its program, its redirect, its verifier and this server', async () => {
  const code = await program.codeOf(session)
  await leavingPrograms(async () => {
    for (const [changed, error] of [
      [{ client_id: `${site.url}/another.json` }, 'invalid_grant'],
      [{ redirect_uri: 'http://127.0.0.1:49153/callback' }, 'invalid_grant'],
      [{ code_verifier: 'v'.repeat(43) }, 'invalid_grant'],
      [{ code_verifier: undefined }, 'invalid_request'],
      [{ code_verifier: 'short' }, 'invalid_grant'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ resource: baseUrl }, 'invalid_target'],
      [{ code: `atc_${'x'.repeat(43)}` }, 'invalid_grant'],
      [{ code: code.replace('atc_', 'atr_') }, 'invalid_grant'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: undefined }, 'invalid_request'],
      [{ client_id: undefined }, 'invalid_request'],
      [{ code: '' }, 'invalid_request'],
    ] as const)
      expect([changed, await program.exchange(code, changed)]).toMatchObject([
        changed,
        { status: 400, body: { error } },
      ])
    const repeated = await fetch(`${baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams([
        ['grant_type', 'authorization_code'],
        ['code', code],
        ['code', code],
      ]),
    })
    expect(repeated.status).toBe(400)
    const long = await fetch(`${baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'x'.repeat(20_000),
    })
    expect([long.status, ((await long.json()) as { error: string }).error]).toEqual([413, 'invalid_request'])
    const wrongType = await fetch(`${baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect([wrongType.status, ((await wrongType.json()) as { error: string }).error]).toEqual([415, 'invalid_request'])
  })
  expect((await program.exchange(code)).status).toBe(200)
})

test('a code that is a minute old is not good', async () => {
  const code = await program.codeOf(session)
  await asOwner(
    server,
    `update program_token set created_at = now() - interval '2 minutes',
    expires_at = now() - interval '1 minute' where kind = 'code' and used_at is null`,
    [],
  )
  expect(await program.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a refresh token works once; using it again ends the connection, with an audit row', async () => {
  const first = await program.connect(session)
  const key = (await keysOf())[0]!
  const second = await program.refresh(first.refresh_token)
  expect(second.status).toBe(200)
  expect((await mcp(second.body.access_token)).status).toBe(200)
  expect(await program.refresh(second.body.refresh_token, { client_id: `${site.url}/another.json` })).toMatchObject({
    status: 400,
  })
  expect(await program.refresh(second.body.refresh_token, { resource: 'https://other.example/mcp' })).toMatchObject({
    body: { error: 'invalid_target' },
  })
  expect((await program.refresh(first.refresh_token)).body.error).toBe('invalid_grant')
  expect((await mcp(second.body.access_token)).status).toBe(401)
  expect((await program.refresh(second.body.refresh_token)).status).toBe(400)
  expect(await at.auditActions(key.id)).toEqual(['api_key.connect', 'api_key.revoke'])
})

test('a person ends a program in their settings, and a program ends its own connection', async () => {
  const tokens = await program.connect(session)
  const [key] = await keysOf()
  expect((await session.call(revokeApiKey, { id: key!.id })).status).toBe(200)
  expect((await mcp(tokens.access_token)).status).toBe(401)
  expect((await program.refresh(tokens.refresh_token)).status).toBe(400)

  const leaving = await program.connect(session)
  const another = { client_id: `${site.url}/another.json` }
  await leavingPrograms(async () => {
    expect((await program.leave(leaving.access_token, another)).status).toBe(200)
    expect((await program.leave('unknown')).status).toBe(200)
    expect((await program.post('/oauth/revoke', {})).status).toBe(400)
  })
  expect((await program.leave(leaving.refresh_token)).status).toBe(200)
  expect((await mcp(leaving.access_token)).status).toBe(401)
  expect(await keysOf()).not.toContainEqual(expect.objectContaining({ clientId: program.clientId, id: key!.id }))
})

test('the program of a person who was removed is out', async () => {
  const leaving = await at.join('member')
  const tokens = await program.connect(await at.signIn(leaving.userId))
  expect((await mcp(tokens.access_token)).status).toBe(200)
  const code = await program.codeOf(await at.signIn(leaving.userId))
  expect((await at.owner.call(removeMember, { userId: leaving.userId })).status).toBe(200)
  expect((await mcp(tokens.access_token)).status).toBe(401)
  expect((await program.refresh(tokens.refresh_token)).status).toBe(400)
  expect((await program.exchange(code)).status).toBe(400)
})

test.each([
  ['moved.json', 'unreachable'],
  ['inside.json', 'unreachable'],
  ['missing.json', 'unreachable'],
  ['other.json', 'other_client'],
  ['huge.json', 'document'],
  ['text.json', 'document'],
  ['list.json', 'document'],
  ['page.json', 'document'],
  ['secret.json', 'authentication'],
  ['script.json', 'document'],
  ['spoof.json', 'document'],
])('a description at %s is refused: %s', async (path, reason) => {
  const request = program.queryOf({ client_id: `${site.url}/${path}` })
  await leavingPrograms(async () => {
    const refused = await session.call(approveProgramConnection, { body: { request, canWrite: true } })
    expectError(refused, 400, 'program_refused')
    expect(refused.body).toMatchObject({ reason, redirectTo: null })
  })
})

test.each([
  ['https://127.0.0.1/client.json', 'unreachable'],
  ['https://169.254.169.254/client.json', 'unreachable'],
  ['https://localhost/client.json', 'unreachable'],
  ['http://agent.example/client.json', 'address'],
  ['https://agent.example', 'address'],
  ['https://agent.example/', 'address'],
  ['https://user:word@agent.example/client.json', 'address'],
  ['https://agent.example/a/../client.json', 'address'],
  ['https://AGENT.example/client.json', 'address'],
  ['https://agent.example/client.json#part', 'address'],
  ['file:///etc/passwd', 'address'],
  ['my-agent', 'address'],
])('a program that is called %s is refused: %s', async (clientId, reason) => {
  const request = program.queryOf({ client_id: clientId })
  const refused = await session.call(previewProgramConnection, { body: { request } })
  expectError(refused, 400, 'program_refused')
  expect(refused.body).toMatchObject({ reason, redirectTo: null })
})

test.each([
  'https://evil.example/callback',
  'http://127.0.0.1:49152/other',
  'http://127.0.0.1.evil.example:80/callback',
  'http://localhost:49152/callback',
  'https://agent.example/back',
  'https://agent.example/back?from=atelier&more=1',
  'javascript:alert(1)',
])('an answer is sent to no address that the description does not name: %s', async (address) => {
  const refused = await program.approve(session, { redirect_uri: address })
  expect(refused).toMatchObject({ status: 400, body: { reason: 'redirect', redirectTo: null } })
})

test('a redirect that has a query keeps it', async () => {
  const { body } = await program.approve(session, { redirect_uri: 'https://agent.example/back?from=atelier' })
  expect((body as { redirectTo: string }).redirectTo).toMatch(
    /^https:\/\/agent\.example\/back\?from=atelier&code=atc_[\w-]{43}&state=/,
  )
})

test.each([
  [{ response_type: 'token' }, 'response_type', 'unsupported_response_type'],
  [{ code_challenge: undefined }, 'code_challenge', 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'code_challenge_method', 'invalid_request'],
  [{ code_challenge_method: undefined }, 'code_challenge_method', 'invalid_request'],
  [{ resource: 'https://other.example/mcp' }, 'resource', 'invalid_target'],
  [{ request: 'eyJ' }, 'request', 'request_not_supported'],
] as const)('%j is refused, and the program may be notified', async (changed, parameter, error) => {
  const refused = await program.approve(session, changed)
  expect(refused).toMatchObject({ status: 400, body: { reason: 'parameter', parameter } })
  const told = new URL((refused.body as { redirectTo: string }).redirectTo)
  expect([told.searchParams.get('error'), told.searchParams.get('iss')]).toEqual([error, baseUrl])
})

test('only a person on a page of this server connects a program', async () => {
  const body = { request: program.queryOf(), canWrite: true }
  await leavingPrograms(async () => {
    expectError(await callerOf(baseUrl, undefined).call(approveProgramConnection, { body }), 401, 'unauthenticated')
  })
  expectError(await at.member.call(approveProgramConnection, { body }), 403, 'forbidden')
  const foreign = { headers: { origin: 'https://evil.example' }, body }
  expectError(await session.call(approveProgramConnection, foreign), 403, 'foreign_origin')
  const { access_token: token } = await program.connect(session)
  const { call } = await mcpClient(server, { key: token })
  expect((await call('call_operation', { operation: 'approveProgramConnection', body })).text).toContain('for a person')
  const consent = await fetch(`${baseUrl}/console/connect`)
  expect(consent.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('connected programs count among the keys of a person', async () => {
  const busy = await at.join('member')
  const own = await at.signIn(busy.userId)
  await asOwner(
    server,
    `insert into api_key (id, workspace_id, user_id, name, secret_hash, hint, scopes)
     select gen_random_uuid(), $1, $2, 'Test', decode(lpad(to_hex(n), 64, '0'), 'hex'), 'x', '{read}'
     from generate_series(1, 99) n`,
    [at.workspace, busy.userId],
  )
  expectError(await program.approve(own), 409, 'too_many_keys')
  expectError(await own.call(createApiKey, { body: { name: 'One more', scopes: ['read'] } }), 409, 'too_many_keys')
})
