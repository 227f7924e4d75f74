import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { callerOf } from '../../testing/caller.ts'
import {
  accessCookie,
  openTestPreviews,
  startTestProgram,
  testVersion,
} from '../../testing/deployments/preview-programs.ts'
import { sendRaw } from '../../testing/network/raw-http.ts'
import { scene } from '../../testing/scene.ts'
import { tinyServer } from '../../testing/tiny/server.ts'
import { makeThing, readThings, thingHandlers } from '../../testing/tiny/things.ts'
import { buildServer } from '../../platform/http/index.ts'
import { openGateway } from './gateway/gateway.ts'

const program = await startTestProgram(
  (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.end(`the program at ${request.url}`)
  },
  (_request, socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
)
const previews = openTestPreviews(async () => program)
const version = testVersion('1')
const sites = openGateway({
  domain: 'preview.localhost',
  accessCookie,
  isSecure: false,
  previews,
  ipOf: () => '127.0.0.1',
  resolve: async () => ({ kind: 'version', site: 'app', version }),
})
const server = await tinyServer(thingHandlers, { sites })
const { port } = new URL(server.baseUrl)
const preview = `app.preview.localhost:${port}`

test('a page of a preview can neither change anything in the console with the session of its visitor, nor read or frame it', async () => {
  const { join, signIn } = await scene(server)
  const { cookie } = await signIn((await join('owner')).userId)
  const page = callerOf(server.baseUrl, { cookie, origin: `http://${preview}` })
  expect(await page.call(makeThing, { body: { name: 'x' } })).toMatchObject({
    status: 403,
    body: { code: 'foreign_origin' },
  })
  const { headers } = await page.call(readThings)
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('a path of the API on the host of a preview belongs to its program', async () => {
  const { join, signIn } = await scene(server)
  const { cookie } = await signIn((await join('owner')).userId)
  const lines = [
    `GET ${readThings.path} HTTP/1.1`,
    `Host: ${preview}`,
    `Cookie: ${cookie}`,
    'Connection: close',
    '',
    '',
  ]
  expect(await sendRaw(server.baseUrl, lines.join('\r\n'))).toContain(`the program at ${readThings.path}`)
})

test('a server closes while a WebSocket of a preview is open', async () => {
  const closing = buildServer({
    database: server.database,
    credentials: server.credentials,
    resources: {},
    handlers: [],
    logger: pino({ level: 'silent' }),
    notReady: async () => undefined,
    storageAnswers: async () => true,
    sites,
  })
  const socket = connect(Number(new URL(await closing.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: app.preview.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const chunks = socket.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  expect(String((await chunks.next()).value)).toContain('101 Switching Protocols')
  await closing.close()
  expect((await chunks.next()).done).toBe(true)
})
