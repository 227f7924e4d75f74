import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createProjectImport, finalizeProjectImport } from '../../domains/code/imports/contract.ts'
import { createProject, updateProject } from '../../domains/code/projects/contract.ts'
import { callerOf } from '../caller.ts'
import { emptyProject } from '../cycles.ts'
import { listenAgain } from '../network/listener.ts'
import { bundleOf, importBody } from '../repository.ts'
import { parseRaw, sendRaw } from '../network/raw-http.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { isLong } from '../soak.ts'

const server = await testServer()
const { owner, rows } = await scene(server)

test('400 lists a hundred of a hundred thousand errors, in a response smaller than the body', async () => {
  const nuls = Array.from({ length: 100_000 }, () => '\0')
  const { status, body } = await owner.call(createProject, { body: { runtime: { nuls } } })
  expect(status).toBe(400)
  expect(body.fields).toHaveLength(100)
  const { body: unknown } = await owner.call(createProject, {
    body: Object.fromEntries(nuls.slice(0, 50_000).map((_, at) => [`f${at}`, at])),
  })
  expect(unknown.fields).toHaveLength(100)
})

test('400 for names that would make a huge response when repeated in paths', async () => {
  const long = 'n'.repeat(9_000)
  const nested = Array.from({ length: 90 }).reduce((inner: object) => ({ [`${long}\0`]: inner }), {})
  const reply = await owner.call(createProject, { body: { runtime: nested } })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body).length).toBeLessThan(100_000)
})

test.each([
  ['empty lists', '{"manifest":{"a":[', '[],', '[]]}}'],
  ['numbers', '{"manifest":{"a":[', '0,', '0]}}'],
  ['empty texts', '{"manifest":{"a":[', '"",', '""]}}'],
])('400 for millions of %s, before they use memory', async (_what, start, part, end) => {
  const text = start + part.repeat((20 * 2 ** 20) / part.length) + end
  const headers = { 'content-type': 'application/json' }
  const before = process.memoryUsage().rss
  const response = await owner.open(createProjectImport, { headers }, { body: text })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ fields: [{ path: '', rule: 'values' }] })
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20)
})

test.runIf(isLong)('400 lists a hundred of a million elements that are not protected files', async () => {
  const body = { protectedFiles: Array.from({ length: 1_000_000 }, () => 0), secrets: {} }
  const created = await owner.call(createProjectImport, { body: importBody(await bundleOf({ 'a.txt': 'x\n' })) })
  const reply = await owner.call(finalizeProjectImport, { id: created.body.id as string, body })
  expect(reply.status).toBe(400)
  expect(reply.body.fields).toHaveLength(100)
})

test('brackets and quotes inside strings do not count as nesting', async () => {
  const tricky = { runtime: { setup: `${'['.repeat(500)}"\\" { , ] \\\\` } }
  expect((await owner.call(createProject, { body: tricky })).status).toBe(201)
})

test('numbers out of range are refused or stored as JSON parses them', async () => {
  const id = await emptyProject(owner)
  const headers = { 'content-type': 'application/json' }
  const send = (text: string) => owner.open(updateProject, { id, headers }, { body: text })
  expect((await send('{"costCapUsd":1e400}')).status).toBe(400)
  expect((await send('{"costCapUsd":-0.0000001}')).status).toBe(400)
  expect((await send('{"cycleCap":1.5}')).status).toBe(400)
  expect((await send('{"intake":{"a":1e400}}')).status).toBe(200)
  expect((await rows('project')).find((row) => row.id === id)?.intake).toEqual({ a: null })
})

test('names of prototype members are ordinary fields, and change no object', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const headers = { 'content-type': 'application/json' }
    const text = `{"${name}":{"admin":true},"name":"x"}`
    const response = await owner.open(createProject, { headers }, { body: text })
    expect([name, response.status]).toEqual([name, 400])
    const query = await fetch(`${server.baseUrl}/v1/api/projects?${name}=1&${name}[admin]=1`, {
      headers: { 'x-api-key': owner.key! },
    })
    expect([name, query.status]).toEqual([name, 200])
  }
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test.each([
  ['POST', '/v1/api/nowhere', 404],
  ['POST', '/v1/api/projects', 401],
  ['PUT', `/v1/api/imports/${uuidv7()}/bundle`, 401],
])('%s %s without a credential is answered before its body arrives', async (method, path, status) => {
  const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`
  expect(parseRaw(await sendRaw(server.baseUrl, head)).status).toBe(status)
})

test('408 for a sender that stops in the middle of a body, and its connection closes', async () => {
  const baseUrl = await listenAgain(server, { bodyIdleMs: 50 })
  const head = `POST /v1/api/projects HTTP/1.1\r\nhost: x\r\nx-api-key: ${owner.key}\r\n`
  const answer = await sendRaw(baseUrl, `${head}content-type: application/json\r\ncontent-length: 99\r\n\r\n{`)
  expect(parseRaw(answer)).toMatchObject({ status: 408, body: { code: 'request_timeout' } })
  expect((await callerOf(baseUrl, owner.key).call(createProject, { body: { name: 'After it' } })).status).toBe(201)
})
