import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { runs } from '../../../domains/delivery/runs/contract.ts'
import { imports } from '../../../domains/code/imports/contract.ts'
import { projects } from '../../../domains/code/projects/contract.ts'
import { revisions } from '../../../domains/code/revisions/contract.ts'
import { Failure } from '../failure.ts'
import { unreachableFailure } from './refusal.ts'
import { openClient, type Client } from './client.ts'
import { sendJson, startTinyServer, type TinyServer } from '../../../testing/cli/tiny-server.ts'
import { version } from '../../../platform/configuration/version.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const serve = async (
  answer: Parameters<typeof startTinyServer>[0],
): Promise<{ server: TinyServer; client: Client }> => {
  const server = await startTinyServer(answer)
  const client = openClient({ url: server.url, apiKey: 'atl_secret' })
  open.push(server, client)
  return { server, client }
}

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Failure)
  return error as Failure
}

test('a call sends its credential, and its parameters, query and body as the contract declares', async () => {
  let body = ''
  const { server, client } = await serve(async (request, response) => {
    body = await text(request)
    sendJson(response, 200, { ok: true })
  })
  await client.call(runs.executeCycle, { params: { id: 'a/b?c' }, query: { mode: 'sandbox' } })
  expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/v1/api/cycles/a%2Fb%3Fc/execute?mode=sandbox' })
  expect(server.requests[0]!.headers).toMatchObject({
    'x-api-key': 'atl_secret',
    'user-agent': `atelier-cli/${version}`,
  })
  await client.call(projects.createProject, { body: { name: 'Shop' } })
  expect([server.requests[1]!.headers['content-type'], JSON.parse(body)]).toEqual([
    'application/json',
    { name: 'Shop' },
  ])
})

test.each([
  [400, 'failed'],
  [401, 'unreachable'],
  [403, 'unreachable'],
  [404, 'absent'],
  [409, 'conflict'],
  [429, 'conflict'],
  [500, 'failed'],
  [503, 'conflict'],
] as const)(
  'a refusal with %i has the kind %s and keeps the message, the code and the request id',
  async (status, kind) => {
    const refusal = { error: 'No.', code: 'some_code', requestId: 'r1' }
    const { client } = await serve((_, response) => sendJson(response, status, refusal))
    const failure = await failureOf(client.call(projects.listProjects))
    expect(failure).toMatchObject({ kind, code: 'some_code', details: { requestId: 'r1', status } })
    expect(failure.message).toMatch(/^No\./)
  },
)

test('the message lists the invalid fields', async () => {
  const fields = [{ path: 'name', message: 'is too long', rule: 'maxLength' }]
  const { client } = await serve((_, response) =>
    sendJson(response, 400, { error: 'No.', code: 'x', requestId: 'r', fields }),
  )
  expect((await failureOf(client.call(projects.listProjects))).message).toBe('No.\n  name: is too long')
})

test('an answer of another server is distinguished from a refusal of Atelier', async () => {
  const { client } = await serve((_, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  )
  expect(await failureOf(client.call(projects.listProjects))).toMatchObject({
    kind: 'unreachable',
    code: 'not_atelier',
  })
  const other = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  )
  expect(await failureOf(other.client.call(projects.listProjects))).toMatchObject({
    kind: 'unreachable',
    code: 'not_atelier',
  })
})

test('redirects are not followed, so that the key is sent to no other host', async () => {
  const elsewhere = await serve((_, response) => sendJson(response, 200, []))
  const { client } = await serve((_, response) =>
    response.writeHead(307, { location: `${elsewhere.server.url}/x` }).end(),
  )
  expect(await failureOf(client.call(projects.listProjects))).toMatchObject({ code: 'not_atelier' })
  expect(elsewhere.server.requests).toEqual([])
})

test('an unreachable server is reported with its address and what to do', async () => {
  const { server, client } = await serve(() => undefined)
  await server.close()
  open.splice(open.indexOf(server), 1)
  const failure = await failureOf(client.call(projects.listProjects))
  expect(failure).toMatchObject({ kind: 'unreachable', code: 'not_reached' })
  expect(failure.message).toContain(`${server.url} was not reached: nothing listens there`)
})

test.each([
  ['http://127.0.0.1:4310', true],
  ['http://localhost:4310', true],
  ['https://atelier.example.com', false],
])('the start of a server is named for one of this machine: %s, %s', (url, isHere) => {
  const { message } = unreachableFailure(url, { code: 'ECONNRESET' })
  expect(message.includes('bin/start')).toBe(isHere)
  expect(message).toContain('was not reached: the connection was cut')
})

test('an incomplete answer is an error', async () => {
  const { client } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('[')
    response.socket!.destroySoon()
  })
  expect(await failureOf(client.call(projects.listProjects))).toMatchObject({
    kind: 'unreachable',
    code: 'not_reached',
  })
})

test('every row of a list is read, page by page', async () => {
  const { server, client } = await serve((request, response) => {
    const cursor = new URL(request.url!, 'http://x').searchParams.get('cursor')
    const next: Record<string, string> =
      cursor === null ? { link: '</v1/api/projects?cursor=two%20three>; rel="next"' } : {}
    sendJson(response, 200, [{ name: cursor ?? 'one' }], next)
  })
  const names: string[] = []
  for await (const { name } of client.every(projects.listProjects, { query: { limit: 1 } })) names.push(name)
  expect(names).toEqual(['one', 'two three'])
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/v1/api/projects?limit=1',
    '/v1/api/projects?limit=1&cursor=two+three',
  ])
})

test('an upload is streamed with its size and media type', async () => {
  let received = ''
  const { server, client } = await serve(async (request, response) => {
    received = await text(request)
    sendJson(response, 200, {})
  })
  const body = { content: Readable.from([Buffer.from('bun'), Buffer.from('dle')]), sizeBytes: 6 }
  await client.call(imports.uploadProjectImportBundle, { params: { id: 'i' }, body })
  expect(received).toBe('bundle')
  expect(server.requests[0]!.headers).toMatchObject({
    'content-length': '6',
    'content-type': 'application/x-git-bundle',
  })
})

test('a download is a stream of its bytes', async () => {
  const { client } = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/x-git-bundle' }).end('bytes'),
  )
  const params = { id: 'p', revisionId: 'r' }
  expect(await text(await client.open(revisions.downloadProjectRevisionBundle, { params }))).toBe('bytes')
})

test('an abort rejects a call with its reason', async () => {
  const server = await startTinyServer(() => undefined)
  const controller = new AbortController()
  const client = openClient({ url: server.url, apiKey: 'k' }, controller.signal)
  open.push(server, client)
  const call = failureOf(client.call(projects.listProjects))
  controller.abort(new Failure('interrupted', 'Stopped.', { code: 'interrupted' }))
  expect(await call).toMatchObject({ kind: 'interrupted' })
})
