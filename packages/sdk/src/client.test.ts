import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { AtelierError, isRefusal, openAtelier } from './index.ts'

interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Step = (response: ServerResponse, seen: SeenRequest) => void

// The server's answers to requests, in turn; the last step stays.
let steps: Step[] = []
const seen: SeenRequest[] = []
const server = createServer((request, response) => {
  // A connection that is kept may close just when the next request is sent on it.
  response.shouldKeepAlive = false
  const chunks: Buffer[] = []
  request.on('error', () => undefined)
  request.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (Buffer.concat(chunks).toString().includes('CUT')) request.destroy()
  })
  request.on('close', () => {
    const one = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    seen.push(one)
    if (!request.complete) return
    const step = steps.length > 1 ? steps.shift()! : steps[0]!
    step(response, one)
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterTest(() => {
  server.closeAllConnections()
  server.close()
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const atelier = openAtelier({ url, key: 'atl_key' })

const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const cut: Step = (response) => response.destroy()
const refused = (code: string) => ({ error: 'No.', code, requestId: 'r1' })
const soon = { 'retry-after': '0' }
const script = (...next: Step[]) => {
  steps = next
}
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

beforeEach(() => {
  seen.length = 0
})

test('a call has its parameters, its key and its body if the contract has them', async () => {
  script(json(200, { id: 'p1' }))
  await atelier.updateProject({ params: { id: 'a/b?c' }, body: { name: 'Ä' } })
  expect(seen).toMatchObject([{ method: 'PATCH', url: '/v1/api/projects/a%2Fb%3Fc', body: '{"name":"Ä"}' }])
  expect(seen[0]!.headers).toMatchObject({ 'x-api-key': 'atl_key', 'content-type': 'application/json' })
})

test.each(['..', '.', ''])('the id “%s”, which would lead to another path, is not sent', async (id) => {
  script(json(200, {}))
  expect(await errorOf(atelier.deleteProject({ params: { id } }))).toBeInstanceOf(TypeError)
  expect(seen).toEqual([])
})

test('a change is sent again under one Idempotency-Key after a cut and a Retry-After; another call has another key', async () => {
  script(cut, json(503, refused('overloaded'), soon), json(201, { id: 'p1' }))
  await atelier.createProject({ body: { name: 'Shop' } })
  await atelier.createProject({ body: { name: 'Shop' } })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(keys[3]).not.toBe(keys[0])
})

test('an operation without a key is sent once, and refuses one', async () => {
  script(cut, json(201, {}))
  const body = { name: 'CI', scopes: ['read' as const] }
  expect(await errorOf(atelier.createApiKey({ body }))).toMatchObject({
    code: 'unreachable',
    operation: 'createApiKey',
  })
  expect(seen).toHaveLength(1)
  expect(seen[0]!.headers).not.toHaveProperty('idempotency-key')
  expect(await errorOf(atelier.createApiKey({ body }, { idempotencyKey: 'k' }))).toBeInstanceOf(TypeError)
})

test('a refusal that stays is thrown with its code, fields and details, and is not sent again', async () => {
  const fields = [{ path: 'name', message: 'is required', rule: 'required' }]
  script(json(400, { ...refused('invalid_request'), fields }))
  const error = await errorOf(atelier.createProject({ body: { name: '' } }))
  expect(error).toBeInstanceOf(AtelierError)
  expect(error).toMatchObject({ code: 'invalid_request', status: 400, requestId: 'r1', fields, message: 'No.' })
  expect([isRefusal(error, 'createProject'), isRefusal(error, 'getProject')]).toEqual([true, false])
  expect(seen).toHaveLength(1)
  script(json(404, { error: { message: 'No model.', type: 'invalid', code: 'model_not_found' } }))
  expect(await errorOf(atelier.listAiModels({ params: { workspaceId: 'w' } }))).toMatchObject({
    code: 'model_not_found',
    message: 'No model.',
  })
})

test('a redirect is not followed, and another program is not taken for Atelier', async () => {
  script((response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end())
  expect(await errorOf(atelier.listProjects())).toMatchObject({ code: 'not_atelier' })
  script((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
  expect(await errorOf(atelier.listProjects())).toMatchObject({ code: 'not_atelier', status: 200 })
  script((response) => response.writeHead(403).end('<html>'))
  const error = await errorOf(atelier.listProjects())
  expect([isRefusal(error, 'listProjects'), (error as AtelierError).status]).toEqual([false, 403])
})

test('an answer that takes too long is timed_out, and an abort throws its own reason, in a pause too', async () => {
  script(() => undefined)
  expect(await errorOf(atelier.listProjects({}, { timeoutMs: 20, retries: 0 }))).toMatchObject({ code: 'timed_out' })
  script((response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).flushHeaders()
    setTimeout(() => response.end('bytes'), 1_200)
  })
  const patient = openAtelier({ url, timeoutMs: 1_000, retries: 0 })
  const download = await patient.downloadArtifact({ params: { token: 'a' } })
  expect(await download.text()).toBe('bytes')
  const reason = new Error('Enough')
  expect(await errorOf(atelier.listProjects({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  const controller = new AbortController()
  script((response, one) => {
    json(503, refused('overloaded'), { 'retry-after': '60' })(response, one)
    response.once('close', () => controller.abort(reason))
  })
  expect(await errorOf(atelier.listProjects({}, { signal: controller.signal }))).toBe(reason)
})

test('every follows cursors in links and answers, and page numbers', async () => {
  const link = (cursor: string) => ({ link: `</v1/api/projects?cursor=${cursor}&limit=1>; rel="next"` })
  script(json(200, [1], link('a%2Bb')), json(200, [2]))
  expect(await collected(atelier.every.listProjects({ query: { limit: 1 } }))).toEqual([1, 2])
  expect(seen.map((one) => one.url)).toEqual(['/v1/api/projects?limit=1', '/v1/api/projects?limit=1&cursor=a%2Bb'])
  script(json(200, { rows: [3], nextCursor: 'c' }), json(200, { rows: [4], nextCursor: null }))
  expect(await collected(atelier.every.listAuditLog())).toEqual([3, 4])
  script(json(200, [{ number: 1 }, { number: 2 }]), json(200, []))
  expect(await collected(atelier.every.listAiDocumentPages({ params: { id: 'd' } }))).toHaveLength(2)
  expect(seen.at(-1)!.url).toBe('/v1/api/ai/documents/d/pages?after=2')
})

const collected = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}

const frames =
  (...parts: string[]): Step =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(parts.join(''))
const cutAfter =
  (part: string): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(part, () => response.destroy())
  }
const frame = (id: number) => `id: ${id}\nevent: task.merged\ndata: {"n":${id}}\n\n`

test('a stream continues after its last event when it breaks, without a gap or a repeat, and ends when nothing more comes', async () => {
  script(cutAfter(frame(1)), cut, frames('event: keepalive\ndata: {}\nid: 1\n\n', frame(2)), frames(frame(2)))
  const got = await collected(atelier.streamCycle({ params: { id: 'c' } }))
  expect(got.map(({ event, id }) => `${event} ${id}`)).toEqual(['task.merged 1', 'task.merged 2'])
  expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1', '1', '2', '2'])
})

test('a stream that begins empty, as for a finished run, ends; a stream of the workspace continues', async () => {
  script(frames(''))
  expect(await collected(atelier.streamCycle({ params: { id: 'c' } }))).toEqual([])
  expect(seen).toHaveLength(2)
  script(frames(''), frames(''), frames(''), frames(frame(7)))
  for await (const { id } of atelier.streamEvents()) {
    expect(id).toBe('7')
    break
  }
  expect(seen).toHaveLength(6)
  script(frames('event: error\ndata: {"error":"There is no such task in this workspace."}\n\n'))
  expect(await collected(atelier.streamTask({ params: { id: 't' } }))).toHaveLength(1)
  expect(seen).toHaveLength(7)
})

test('a stream that does not resume throws when it breaks; a refused stream throws the refusal', async () => {
  script(cutAfter('event: token\ndata: {}\n\n'))
  const body = { content: 'Hello' }
  const turn = atelier.streamCycleMessage({ params: { id: 'c' }, body })
  expect(await errorOf(collected(turn))).toMatchObject({ code: 'unreachable' })
  expect(seen).toHaveLength(1)
  script(json(404, refused('not_found')))
  expect(await errorOf(collected(atelier.streamCycle({ params: { id: 'c' } })))).toMatchObject({ code: 'not_found' })
})

test('words of an answer are text in any form, and data of other events is JSON', async () => {
  const words = ['It costs', ' 12', '.', '50', ' or', ' 007', 'true', 'null', ' 1e3', '"x"', '\n', '{"a":1}', '[]']
  const tokens = words.map((word) => `event: token\ndata: ${word.replaceAll('\n', '\ndata: ')}\n\n`)
  script(frames('event: user_message\ndata: {"content":"1"}\n\n', ...tokens))
  const [asked, ...said] = await collected(atelier.streamCycleMessage({ params: { id: 'c' }, body: { content: '1' } }))
  expect(asked?.data).toEqual({ content: '1' })
  expect(said.map(({ data }) => data)).toEqual(words)
  script(frames('event: done\ndata: 12.\n\n'))
  const broken = atelier.streamCycleMessage({ params: { id: 'c' }, body: { content: '1' } })
  expect(await errorOf(collected(broken))).toMatchObject({ code: 'not_atelier' })
})

test('leaving a stream closes its connection', async () => {
  const closed = new Promise<void>((resolve) =>
    script((response) => {
      response.once('close', resolve)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(frame(1))
    }),
  )
  for await (const { data } of atelier.streamEvents()) {
    expect(data).toEqual({ n: 1 })
    break
  }
  await closed
})

test('an upload that breaks continues from the server’s offset, and reports the arrived bytes', async () => {
  const arrived = (offset: number) => json(200, { id: 'i', status: 'accepting', offset, sizeBytes: 6 })
  script(arrived(0), cut, arrived(4), json(200, { id: 'i', sizeBytes: 6 }))
  const told: number[] = []
  await atelier.uploadProjectImportBundle(
    { params: { id: 'i' }, body: new Blob(['bundle']) },
    { onProgress: ({ arrivedBytes }) => told.push(arrivedBytes) },
  )
  expect(seen.map(({ method, headers, body }) => [method, headers['upload-offset'], body])).toEqual([
    ['GET', undefined, ''],
    ['PUT', '0', 'bundle'],
    ['GET', undefined, ''],
    ['PUT', '4', 'le'],
  ])
  expect(told).toEqual([0, 4, 6])
})

test('an upload that is refused is not sent again', async () => {
  script(json(200, { offset: 0 }), json(400, { ...refused('bundle_mismatch'), sizeBytes: 1, sha256: null }))
  const sent = atelier.uploadProjectImportBundle({ params: { id: 'i' }, body: new Uint8Array([1]) })
  expect(await errorOf(sent)).toMatchObject({ code: 'bundle_mismatch', details: { sizeBytes: 1, sha256: null } })
  expect(seen).toHaveLength(2)
})

test('a download has its name without a path, its size and its bytes', async () => {
  script((response) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="x"; filename*=UTF-8''..%2F..%2Fevil%20%C3%A4.json`,
        'content-length': '2',
      })
      .end('{}'),
  )
  const download = await atelier.exportPerson({ params: { userId: 'u' } })
  expect(download).toMatchObject({ fileName: 'evil ä.json', sizeBytes: 2, mediaType: 'application/json' })
  expect(await (download as { text(): Promise<string> }).text()).toBe('{}')
})
