import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { sendJson, startTinyServer } from '../../../testing/cli/tiny-server.ts'
import { openClient } from '../client/client.ts'
import { sendRevision, type NextRevision } from './send-revision.ts'

const content = Buffer.from('a bundle of some bytes')
let folder: string
let bundlePath: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-send-revision-'))
  bundlePath = join(folder, 'x.bundle')
  await writeFile(bundlePath, content)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const next = (): NextRevision => ({
  head: { projectId: 'p', revisionId: 'r', generation: 3 } as never,
  bundle: { bundlePath, bundleSha256: '1'.repeat(64), bundleSizeBytes: content.length },
  commitSha: '2'.repeat(40),
  manifest: {
    manifest: { files: [], protected: [], findings: [] },
    canonical: '{}',
    manifestSha256: '3'.repeat(64),
  } as never,
  protectedFiles: [{ path: '.env', reason: 'environment file', mode: '100600', contentBase64: 'QQ==', sha256: '4' }],
})

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown
const json =
  (status: number, body: object): Answer =>
  (response) =>
    sendJson(response, status, body)
const refusal = (status: number, code: string) => json(status, { error: 'No.', code, requestId: 'q' })
const begun = (status: string) => json(201, { id: 'u', status })
const done = json(201, { generation: 4 })

/** Sends a revision to a server that answers each route in turn, the last answer again and again. */
const send = async (answers: Readonly<Record<string, readonly Answer[]>>, wait = false) => {
  const asked: string[] = []
  const server = await startTinyServer(async (request, response) => {
    const route = `${request.method} ${request.url!.replace(/^\/v1\/api\/(projects\/p\/)?/, '').replace(/\?.*/, '')}`
    const turn = asked.filter((one) => one === route).length
    asked.push(route)
    const answer = answers[route]?.[Math.min(turn, answers[route].length - 1)]
    await answer?.(response, request)
  })
  const client = openClient({ url: server.url, apiKey: 'k' })
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  const { session, said } = quietSession(folder)
  const sent = await sendRevision(session, client, next(), { wait, pausesMs: [0, 0], everyMs: 0 }).then(
    (revision) => ({ revision }),
    (error: unknown) => ({ error }),
  )
  return { ...sent, asked, said }
}

const arrived = (offset: number) => json(200, { id: 'u', status: 'accepting', offset })
const progress = 'GET revisions/uploads/u/bundle'
const put = 'PUT revisions/uploads/u/bundle'
const finalize = 'POST revisions/uploads/u/finalize'
const begin = 'POST revisions/uploads'

test('an upload that is cut off continues after the arrived bytes, and arrives whole', async () => {
  let received = Buffer.alloc(0)
  const take: Answer = async (response, request) => {
    expect(request.headers['upload-offset']).toBe(String(received.length))
    const body = await buffer(request)
    received = Buffer.concat([received, body])
    sendJson(response, 200, {})
  }
  const cut: Answer = async (response, request) => {
    received = Buffer.concat([received, (await buffer(request)).subarray(0, 5)])
    response.socket!.destroy()
  }
  const how: Answer = (response) => sendJson(response, 200, { offset: received.length })
  const { revision, said } = (await send({
    [begin]: [begun('accepting')],
    [progress]: [how],
    [put]: [cut, cut, cut, cut, take],
    [finalize]: [done],
  })) as { revision: unknown; said: string[] }
  expect([revision, received.toString()]).toEqual([{ generation: 4 }, content.toString()])
  expect(said).toContain('Going on after 5 bytes that have arrived already.')
})

test('an upload that never gets further ends after its tries, as a server that was not reached', async () => {
  const { error, asked } = (await send({
    [begin]: [begun('accepting')],
    [progress]: [arrived(0)],
    [put]: [(response) => response.socket!.destroy()],
  })) as { error: unknown; asked: string[] }
  expect(error).toMatchObject({ kind: 'unreachable', code: 'not_reached' })
  expect(asked.filter((route) => route === put)).toHaveLength(3)
})

test('a check whose connection is cut is asked for again, until another process answers', async () => {
  const cut: Answer = (response) => response.socket!.destroy()
  const away: Answer = (response) => response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>')
  const { revision, said, asked } = (await send({
    [begin]: [cut, away, begun('accepting')],
    [progress]: [arrived(content.length)],
    [put]: [json(200, {})],
    [finalize]: [cut, away, refusal(409, 'upload_claimed'), done],
    'GET revisions/uploads/u': [cut, json(200, { id: 'u', status: 'finalizing' }), json(200, { status: 'accepting' })],
  })) as { revision: unknown; said: string[]; asked: string[] }
  expect(revision).toEqual({ generation: 4 })
  expect(asked.filter((route) => route === finalize)).toHaveLength(4)
  expect(said).toContain('The connection was cut. Asking again …')
})

test('an offset that has moved is asked for again', async () => {
  const { revision } = (await send({
    [begin]: [begun('accepting')],
    [progress]: [arrived(3), arrived(7)],
    [put]: [refusal(409, 'upload_offset'), json(200, {})],
    [finalize]: [done],
  })) as { revision: unknown }
  expect(revision).toEqual({ generation: 4 })
})

test('an earlier command’s upload is only finalized, and its outcome is awaited', async () => {
  const { asked } = await send({
    [begin]: [begun('finalizing')],
    [progress]: [json(200, { status: 'finalizing' }), json(200, { status: 'finalized' })],
    [finalize]: [refusal(404, 'upload_claimed'), json(200, { generation: 4 })],
  })
  expect(asked).toEqual([begin, finalize, progress, progress, finalize])
})

test('a bundle that the server lost is uploaded again', async () => {
  const { asked } = await send({
    [begin]: [begun('uploaded')],
    [progress]: [arrived(0)],
    [put]: [json(200, {})],
    [finalize]: [refusal(409, 'bundle_missing'), done],
  })
  expect(asked).toEqual([begin, finalize, progress, put, finalize])
})

test('an agent at work refuses a push, and --wait waits until no task is at work', async () => {
  const work = { [begin]: [begun('uploaded')], [finalize]: [refusal(409, 'task_active'), done] }
  const { error } = (await send(work)) as { error: unknown }
  expect(error).toMatchObject({ kind: 'conflict', code: 'task_active', message: expect.stringContaining('--wait') })
  const rows = [json(200, [{}]), ...Array.from({ length: 4 }, () => json(200, [])), json(200, [])]
  const waited = await send({ ...work, 'GET tasks': rows }, true)
  expect(waited).toMatchObject({ revision: { generation: 4 } })
  expect(waited.asked.filter((route) => route === 'GET tasks')).toHaveLength(10)
  expect(waited.said.filter((line) => line.includes('Waiting until'))).toHaveLength(1)
})

test('a push waits while no sandbox is free or the server is busy, and reports it once', async () => {
  const busy = [refusal(503, 'sandbox_budget'), refusal(503, 'check_timeout'), refusal(503, 'sandbox_budget')]
  const sent = await send({ [begin]: [begun('uploaded')], [finalize]: [...busy, done] })
  expect(sent).toMatchObject({ revision: { generation: 4 }, asked: [begin, finalize, finalize, finalize, finalize] })
  expect(sent.said.filter((line) => line.includes('Waiting for up to 10 minutes'))).toHaveLength(1)
})

test('a push ends after ten minutes without a free sandbox, and with --wait after an hour', async () => {
  const full = { [begin]: [begun('uploaded')], [finalize]: [refusal(503, 'sandbox_budget')] }
  const one = (await send(full)) as { error: unknown; asked: string[]; said: string[] }
  expect(one.error).toMatchObject({ kind: 'conflict', code: 'sandbox_budget' })
  expect(one.asked.filter((route) => route === finalize)).toHaveLength(121)
  expect(one.said).toContain('No sandbox is free on the server. Still waiting: 9 of 10 minutes …')
  const patient = await send({ ...full, [finalize]: [refusal(503, 'sandbox_budget'), done] }, true)
  expect(patient.said).toContain('No sandbox is free on the server. Waiting for up to 60 minutes …')
})

test('a push that waits names the holders of the sandboxes, and how the operator allows more', async () => {
  const use = { active: 2, limit: 2, runs: 1, requests: 0, people: 2 }
  const full = json(503, { error: 'No.', code: 'sandbox_budget', requestId: 'r', ...use })
  const sent = await send({ [begin]: [begun('uploaded')], [finalize]: [full, done] })
  expect(sent.said).toContain(
    'No sandbox is free on the server: 2 of 2 sandboxes are in use (1 run, 2 terminals or desktops). The next one that is free is taken; requests stand in no line. The operator of the server can allow more at once: ATELIER_SANDBOX_LIMIT. Waiting for up to 10 minutes …',
  )
})

test('a project that moved in between is a conflict with the message that nothing was pushed', async () => {
  const { error } = (await send({ [begin]: [refusal(409, 'revision_moved')] })) as { error: unknown }
  const message: unknown = expect.stringContaining('nothing was pushed')
  expect(error).toMatchObject({ kind: 'conflict', code: 'revision_moved', message })
})
