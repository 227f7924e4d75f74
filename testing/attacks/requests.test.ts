import { Writable } from 'node:stream'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { createProject, listProjects } from '../../domains/code/projects/contract.ts'
import { callerOf } from '../caller.ts'
import { emptyProject } from '../cycles.ts'
import { listenAgain } from '../network/listener.ts'
import { bundleOf, importBody, upload } from '../repository.ts'
import { createProjectImport, finalizeProjectImport } from '../../domains/code/imports/contract.ts'
import { parseRaw, sendRaw } from '../network/raw-http.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const mine = await scene(server)
const neighbour = await scene(server)
const { owner } = mine
const projectId = await emptyProject(owner)
const theirProject = await emptyProject(neighbour.owner)

const raw = async (lines: readonly string[], path = '/v1/api/projects') => {
  const head = [`GET ${path} HTTP/1.1`, 'host: x', 'connection: close', ...lines, '', ''].join('\r\n')
  return parseRaw(await sendRaw(server.baseUrl, head))
}
const key = `x-api-key: ${owner.key}`

describe('a credential', () => {
  test.each([
    ['sent twice', [key, key]],
    ['beside a worse one', [key, 'x-api-key: x']],
    ['behind a comma', [`x-api-key: x, ${owner.key}`]],
    ['with an extra letter', [`${key}A`]],
    ['in upper case', [`x-api-key: ${owner.key!.toUpperCase()}`]],
    ['in quotes', [`x-api-key: "${owner.key}"`]],
    ['as a cookie', [`cookie: x-api-key=${owner.key}`]],
    ['under a name with an underscore', [`x_api_key: ${owner.key}`]],
  ])('%s is refused', async (_how, lines) => {
    expect(await raw(lines)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('in the address is refused, and is not repeated', async () => {
    const answer = await raw([], `/v1/api/projects?x-api-key=${owner.key}&api_key=${owner.key}`)
    expect(answer.status).toBe(401)
    expect(JSON.stringify(answer)).not.toContain(owner.key)
  })
})

describe('a workspace', () => {
  const other = neighbour.workspace
  test.each([
    ['of another person', [`x-organization-id: ${other}`]],
    ['with an unknown id', [`x-organization-id: ${uuidv7()}`]],
    ['of two headers', [`x-organization-id: ${mine.workspace}`, `x-organization-id: ${other}`]],
    ['behind a comma', [`x-organization-id: ${mine.workspace}, ${other}`]],
    ['in braces', [`x-organization-id: {${mine.workspace}}`]],
    ['without hyphens', [`x-organization-id: ${mine.workspace.replaceAll('-', '')}`]],
    ['of wide digits', ['x-organization-id: \u00b2']],
    ['called null', ['x-organization-id: null']],
  ])('%s is answered as one that does not exist', async (_how, lines) => {
    const { status, body } = await raw([key, ...lines])
    const { body: unknown } = await raw([key, `x-organization-id: ${uuidv7()}`])
    expect([status, { ...body, requestId: 0 }]).toEqual([403, { ...unknown, requestId: 0 }])
  })

  test('cannot be selected by proxy headers, nor can the method or the person', async () => {
    const forged = [
      `x-forwarded-for: ${other}`,
      'x-http-method-override: DELETE',
      'x-method-override: DELETE',
      `x-user-id: ${neighbour.clientId}`,
      'x-original-url: /v1/api/audit',
      'forwarded: for=127.0.0.1;host=evil',
    ]
    expect(await raw([key, ...forged], `/v1/api/projects/${projectId}`)).toMatchObject({ status: 200 })
    expect(await raw([key, ...forged], `/v1/api/projects/${theirProject}`)).toMatchObject({ status: 404 })
  })
})

test.each([
  '/v1/api//projects',
  '//v1/api/projects',
  '/V1/API/projects',
  '/v1/api/projects/',
  '/v1/api/projects;a=b',
  '/v1/api/projects%2f',
  '/v1/api/projects/..',
  '/v1/api/imports/../projects',
  '/v1/api/imports/%2e%2e/projects',
  '/v1/api/projects%00',
  '/v1/api/projects/%00',
  '/v1/api/projects/%ff',
  '/v1/api/projects/%2e%2e%2fcycles',
  `/v1/api/projects/${'a'.repeat(4_000)}`,
  '/docs/../v1/api/projects',
  '/docs/..%2f..%2f..%2fetc/passwd',
])('%s is not an address', async (path) => {
  const answer = await raw([key], path)
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('the host of a request line or a forwarded header appears in no link', async () => {
  await emptyProject(owner)
  const query = '?limit=1&a=%0d%0aset-cookie:%20a=b&b=%3E;%20rel=%22next%22'
  const answer = await raw([key, 'x-forwarded-host: evil.example'], `http://evil.example/v1/api/projects${query}`)
  expect(answer.head).toContain('link: </v1/api/projects?')
  expect(answer.head).not.toMatch(/evil|^set-cookie/im)
  expect(answer.head.match(/rel="next"/g)).toHaveLength(1)
})

test('repeated and prototype-named parameters count once or not at all', async () => {
  const ask = (query: string) => raw([key], `/v1/api/cycles?${query}`)
  expect((await ask(`projectId=${theirProject}&projectId=${projectId}`)).status).toBe(200)
  expect((await ask(`projectId=${projectId}&projectId=${theirProject}`)).status).toBe(404)
  expect((await ask(`projectId[]=${theirProject}`)).body).toEqual((await ask('')).body)
  expect((await ask(`projectId[$ne]=x&constructor=x&__proto__[projectId]=${theirProject}`)).body).toEqual(
    (await ask('')).body,
  )
})

test('a key or secret that was sent is not in the log, after any error', async () => {
  let log = ''
  const sink = new Writable({
    write: (part: Buffer, _encoding, done) => {
      log += part.toString()
      done()
    },
  })
  const baseUrl = await listenAgain(server, { logger: pino({ level: 'trace' }, sink) })
  const caller = callerOf(baseUrl, owner.key)
  const bundle = await bundleOf({ 'a.txt': 'x\n' }, { protected: [{ path: '.env', reason: 'environment file' }] })
  const secret = 'the-secret-that-was-sent'
  const { body: created } = await caller.call(createProjectImport, { body: importBody(bundle) })
  await upload(caller, created.id as string, bundle.bytes)
  const value = { contentBase64: Buffer.from(secret).toString('base64'), mode: '100600', sha256: 'f'.repeat(64) }
  const body = {
    protectedFiles: [{ path: '.env', ...value }],
    secrets: { entries: [{ key: 'A', source: '.env', value: secret }] },
  }
  expect((await caller.call(finalizeProjectImport, { id: created.id as string, body })).status).toBe(400)
  await callerOf(baseUrl, `${owner.key!.slice(0, -1)}_`).call(listProjects)
  await caller.call(createProject, { body: { name: secret, nonsense: secret } })
  await mine.client.open(createProject, { body: { name: secret } }, {})
  expect(log).not.toContain(secret)
  expect(log).not.toContain(value.contentBase64)
  expect(log).not.toContain(owner.key!.slice(4, 30))
})
