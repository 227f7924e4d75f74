import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openClient } from '../client/client.ts'
import { sendJson, startTinyServer } from '../../../testing/cli/tiny-server.ts'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { sendImport, type ImportRequest } from './send.ts'

let folder: string
let bundlePath: string
const bundleSizeBytes = 8 * 1024 * 1024
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-send-'))
  bundlePath = join(folder, 'x.bundle')
  await writeFile(bundlePath, Buffer.alloc(bundleSizeBytes, 7))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const sending = (): ImportRequest => ({
  source: {
    name: 'x',
    gitDir: folder,
    commitSha: '1'.repeat(40),
    branch: 'main',
    bundlePath,
    bundleSha256: '2'.repeat(64),
    bundleSizeBytes,
    found: undefined,
    protectedFiles: [],
    leftOut: [],
  },
  manifest: {
    manifest: { files: [], protected: [], findings: [] },
    canonical: '{}',
    manifestSha256: '3'.repeat(64),
  } as never,
  name: 'x',
  stack: 'other',
  historyMode: 'preserve',
  protectedFiles: [{ path: '.env', reason: 'environment file', mode: '100600', contentBase64: 'QQ==', sha256: '4' }],
})

type Answer = (response: ServerResponse, body: Buffer) => unknown

/** Sends an import to a server that answers each request by its route, in turn; gives the routes and JSON bodies. */
const send = async (answers: Readonly<Record<string, readonly Answer[]>>) => {
  const asked: string[] = []
  const bodies: Record<string, unknown>[] = []
  const times: Record<string, number> = {}
  const server = await startTinyServer((request, response) => answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const route = `${request.method} ${request.url!.replace('/v1/api/', '')}`
    asked.push(route)
    const turn = (times[route] = (times[route] ?? -1) + 1)
    const found = answers[route]?.[Math.min(turn, answers[route].length - 1)]
    // A server that refuses an upload does not read it to its end.
    const body = request.method === 'PUT' && found?.length === 1 ? Buffer.alloc(0) : await buffer(request)
    if (request.method === 'POST') bodies.push(JSON.parse(body.toString()) as Record<string, unknown>)
    found?.(response, body)
  }
  const client = openClient({ url: server.url, apiKey: 'k' })
  open.push(server, client)
  const sent = await sendImport(quietSession(folder).session, client, sending(), [0, 0], { everyMs: 0 }).then(
    (imported) => ({ imported }),
    (error: unknown) => ({ error }),
  )
  return { ...sent, asked, bodies }
}

const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    sendJson(response, status, body)
const refusal = (status: number, code: string) => json(status, { error: 'No.', code, requestId: 'r' })
const begun = (status: string) => json(200, { id: 'i', status })
const done = json(201, { projectId: 'p' })
const arrived = (offset: number) => json(200, { id: 'i', status: 'accepting', offset, sizeBytes: bundleSizeBytes })

test('a new import starts, uploads every byte and is finalized with its protected content', async () => {
  let received: Buffer | undefined
  const upload: Answer = (response, body) => {
    received = body
    sendJson(response, 200, {})
  }
  const { imported, asked, bodies } = (await send({
    'POST imports': [begun('accepting')],
    'GET imports/i/bundle': [arrived(0)],
    'PUT imports/i/bundle': [upload],
    'POST imports/i/finalize': [done],
  })) as { imported: unknown; asked: string[]; bodies: unknown[] }
  expect(imported).toEqual({ projectId: 'p' })
  expect(asked).toEqual(['POST imports', 'GET imports/i/bundle', 'PUT imports/i/bundle', 'POST imports/i/finalize'])
  expect(received?.equals(Buffer.alloc(bundleSizeBytes, 7))).toBe(true)
  const file = { path: '.env', mode: '100600', contentBase64: 'QQ==', sha256: '4' }
  expect(bodies[1]).toEqual({ protectedFiles: [file], secrets: {} })
})

test('an import whose bundle is uploaded already continues without another upload', async () => {
  const { asked } = await send({ 'POST imports': [begun('uploaded')], 'POST imports/i/finalize': [done] })
  expect(asked).toEqual(['POST imports', 'POST imports/i/finalize'])
})

test('a beginning whose connection is cut is asked for again with the same key', async () => {
  const cut: Answer = (response) => response.socket!.destroy()
  const { asked, bodies, ...sent } = await send({
    'POST imports': [cut, begun('uploaded')],
    'POST imports/i/finalize': [done],
  })
  expect(sent).toMatchObject({ imported: { projectId: 'p' } })
  expect(asked).toEqual(['POST imports', 'POST imports', 'POST imports/i/finalize'])
  expect(bodies[1]).toEqual(bodies[0])
})

test('an import waits while no sandbox is free', async () => {
  const { asked, ...sent } = await send({
    'POST imports': [begun('uploaded')],
    'POST imports/i/finalize': [refusal(503, 'sandbox_budget'), done],
  })
  expect(sent).toMatchObject({ imported: { projectId: 'p' } })
  expect(asked).toEqual(['POST imports', 'POST imports/i/finalize', 'POST imports/i/finalize'])
})

test('an import waits for the outcome of an earlier command that the server still runs', async () => {
  const { asked, ...sent } = await send({
    'POST imports': [begun('finalizing')],
    'GET imports/i': [json(200, { status: 'finalizing' }), json(200, { status: 'finalized' })],
    'POST imports/i/finalize': [refusal(409, 'import_claimed'), done],
  })
  expect(sent).toMatchObject({ imported: { projectId: 'p' } })
  expect(asked.filter((route) => route === 'GET imports/i')).toHaveLength(2)
})

test.each(['expired', 'rejected'])(
  'the same content has the same key, and a session that is %s is skipped',
  async (ended) => {
    const answers = { 'POST imports': [begun(ended), begun('uploaded')], 'POST imports/i/finalize': [done] }
    const one = await send(answers)
    const two = await send(answers)
    const keys = (sent: typeof one) => sent.bodies.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
    expect(keys(one)).toEqual(keys(two))
    expect(new Set(keys(one)).size).toBe(2)
    expect(keys(one)[0]).toMatch(/^cli-[0-9a-f]{64}$/)
  },
)

test('a refusal during an upload is reported with its own message', async () => {
  const upload: Answer = (response) => {
    response.setHeader('connection', 'close')
    sendJson(response, 409, { error: 'No.', code: 'import_closed', requestId: 'r' })
  }
  const { error } = (await send({
    'POST imports': [begun('accepting')],
    'GET imports/i/bundle': [arrived(0)],
    'PUT imports/i/bundle': [upload],
  })) as {
    error: unknown
  }
  expect(error).toMatchObject({ kind: 'conflict', code: 'import_closed' })
})

test('a connection that closes during an upload is reported', async () => {
  const cut: Answer = (response) => response.socket!.destroy()
  const { error } = (await send({
    'POST imports': [begun('accepting')],
    'GET imports/i/bundle': [arrived(0)],
    'PUT imports/i/bundle': [cut],
  })) as {
    error: unknown
  }
  expect(error).toMatchObject({ kind: 'unreachable', code: 'not_reached' })
})
