import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { openClient } from './client.ts'
import { followCycle, type CycleEvent } from './follow.ts'
import { sendJson, startTinyServer } from '../../../testing/cli/tiny-server.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const frame = (position: number) => `id: ${position}\nevent: task.merged\ndata: ${JSON.stringify({ position })}\n\n`
const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

/** A server whose stream does `parts` in turn, one a connection, and whose cycle has the status of that moment. */
const serve = async (parts: readonly ((response: ServerResponse) => unknown)[], statuses: readonly string[]) => {
  let connections = 0
  const resumedAt: (string | undefined)[] = []
  const server = await startTinyServer((request, response): unknown => {
    if (!request.url!.endsWith('/stream'))
      return sendJson(response, 200, { cycle: { status: statuses[connections - 1] } })
    resumedAt.push(request.headers['last-event-id'] as string | undefined)
    return parts[Math.min(connections++, parts.length - 1)]!(response)
  })
  const client = openClient({ url: server.url, apiKey: 'k' })
  open.push(server, client)
  return { client, resumedAt }
}

const positions = async (events: AsyncIterable<CycleEvent>) => {
  const found: number[] = []
  for await (const { position } of events) found.push(position)
  return found
}

const pausesMs = [1, 1, 1]

test('a connection that closes within a frame loses and repeats nothing', async () => {
  const { client, resumedAt } = await serve(
    [
      (response) => {
        stream(response).write(frame(1) + frame(2) + 'id: 3\nevent: task.merged\nda')
        response.socket!.destroySoon()
      },
      (response) => stream(response).end(frame(3)),
    ],
    ['running', 'completed'],
  )
  const cuts: number[] = []
  expect(await positions(followCycle(client, 'c', { pausesMs, onCut: () => cuts.push(1) }))).toEqual([1, 2, 3])
  expect([resumedAt, cuts.length]).toEqual([[undefined, '2'], 1])
})

test('the follower reconnects after a server stops, until the run is over', async () => {
  const { client } = await serve(
    [
      (response) => stream(response).end(frame(1)),
      (response) => sendJson(response, 503, { error: 'Busy.', code: 'x' }),
      (response) => stream(response).end(frame(2)),
    ],
    ['running', 'running', 'failed'],
  )
  expect(await positions(followCycle(client, 'c', { pausesMs }))).toEqual([1, 2])
})

test('a keepalive is not an event', async () => {
  const { client } = await serve(
    [(response) => stream(response).end(`event: keepalive\ndata: {}\n\n${frame(1)}`)],
    ['stopped'],
  )
  expect(await positions(followCycle(client, 'c', { pausesMs }))).toEqual([1])
})

test('the follower stops when the server stays unreachable, and reports why', async () => {
  const { client, resumedAt } = await serve([(response) => response.socket!.destroySoon()], [])
  await expect(positions(followCycle(client, 'c', { pausesMs }))).rejects.toMatchObject({ code: 'not_reached' })
  expect(resumedAt).toHaveLength(pausesMs.length + 1)
})

test('a refusal is not retried', async () => {
  const { client, resumedAt } = await serve(
    [(response) => sendJson(response, 404, { error: 'No.', code: 'not_found' })],
    [],
  )
  await expect(positions(followCycle(client, 'c', { pausesMs }))).rejects.toMatchObject({ kind: 'absent' })
  expect(resumedAt).toHaveLength(1)
})
