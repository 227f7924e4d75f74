import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openFetcher, type FetchSettings } from './fetcher.ts'
import { FetchRefusal } from './refusal.ts'
import { afterTest } from '../../testing/after-test.ts'

const requestTo = (host: string, maxBytes = 1_000) => ({ url: `http://${host}/`, accept: ['text/html'], maxBytes })
const read = (host: string, settings: FetchSettings = {}, maxBytes = 1_000) =>
  openFetcher({ privateHosts: [host], ...settings }).read(requestTo(host, maxBytes))
const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof FetchRefusal ? error.reason : error),
  )

/** A server that writes the given bytes, which need not be HTTP. */
const rawServer = async (write: (socket: Socket) => void) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => write(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(() => void server.close())
  return `127.0.0.1:${(server.address() as { port: number }).port}`
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n'
const quick = { headMs: 300, idleMs: 200, totalMs: 600 }
const dripping = (socket: Socket, text: string, first = '') => {
  socket.write(first)
  const drip = setInterval(() => socket.write(text), 20)
  socket.once('close', () => clearInterval(drip))
}

test.each<[string, (socket: Socket) => void, string]>([
  ['sends nothing', () => undefined, 'slow'],
  ['never ends its head', (socket) => dripping(socket, 'x: y\r\n', head), 'slow'],
  ['sends 103 Early Hints without end', (socket) => dripping(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'slow'],
  ['stops in the middle', (socket) => socket.write(`${head}content-length: 9\r\n\r\nhello`), 'slow'],
  ['sends a byte at a time', (socket) => dripping(socket, 'x', `${head}\r\n`), 'slow'],
  ['ends before its length', (socket) => socket.end(`${head}content-length: 9\r\n\r\nhello`), 'broken'],
  [
    'ends before its last chunk',
    (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`),
    'broken',
  ],
  ['claims to be huge', (socket) => socket.write(`${head}content-length: 99999999\r\n\r\nhello`), 'size'],
  ['does not speak HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'broken'],
  ['has endless headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(99_999)}`), 'broken'],
  ['has two lengths', (socket) => socket.end(`${head}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`), 'broken'],
  [
    'switches to another protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'broken',
  ],
  ['ends by closing, without a length', (socket) => socket.end(`${head}\r\nhello`), 'read'],
  [
    'sends more than its length',
    (socket) => socket.end(`${head}content-length: 5\r\nconnection: close\r\n\r\nhello and more`),
    'read',
  ],
])('reading from a server that %s ends with: %s', async (_title, write, reason) => {
  const host = await rawServer(write)
  expect(await reasonOf(read(host, { timeouts: quick }))).toBe(reason)
})

test('an endless body is cut off at the limit, for any sender', async () => {
  const host = await rawServer((socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x')));
    }
    socket.write(`${head}\r\n`)
    socket.on('drain', more)
    more()
  })
  expect(await reasonOf(read(host, {}, 1_000_000))).toBe('size')
})

test('an unreachable server and a resolver without an answer fail', async () => {
  expect(await reasonOf(read('127.0.0.1:1', {}))).toBe('silent')
  const resolve = () => new Promise<never>(() => undefined)
  expect(await reasonOf(read('site.test:8080', { resolve, timeouts: quick }))).toBe('slow')
})

test('a caller can abort before and after the response head', async () => {
  const gone = new Error('gone')
  const controller = new AbortController()
  const host = await rawServer((socket) => {
    socket.write(`${head}content-length: 9\r\n\r\nhello`)
    controller.abort(gone)
  })
  const fetcher = openFetcher({ privateHosts: [host] })
  await expect(fetcher.read({ ...requestTo(host), signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
  await expect(fetcher.read({ ...requestTo(host), signal: controller.signal })).rejects.toBe(gone)
})

test('discarding an opened body closes its connection', async () => {
  let closed: Promise<unknown> | undefined
  const host = await rawServer((socket) => {
    closed = once(socket, 'close')
    socket.write(`${head}content-length: 9\r\n\r\nhello`)
  })
  const { content } = await openFetcher({ privateHosts: [host] }).open(requestTo(host))
  content.destroy()
  await closed
})
