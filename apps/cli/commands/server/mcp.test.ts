import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { join } from 'node:path'
import { compiled } from '../../../../testing/runner/compiled.ts'
import { quietSession } from '../../../../testing/cli/quiet-session.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { mcpBridge } from './mcp.ts'

const server = await testServer()
const at = await scene(server)
const { owner } = at
const environmentOf = (key: string) => ({ ATELIER_URL: server.baseUrl, ATELIER_API_KEY: key })

/** The bridge in this process, between streams that a test writes and reads. */
const bridged = (key: string) => {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const { session, said } = quietSession('/')
  const ended = mcpBridge({ ...session, environment: environmentOf(key) }, { stdin, stdout })
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  return {
    stdin,
    stdout,
    said,
    ended,
    send: (message: object) => void stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    // The test looks at the answer field by field.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    next: async (): Promise<any> => JSON.parse((await lines.next()).value!),
  }
}

test.runIf(isLong)('the official client works over the command, which ends with it', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '..', '..', 'main.ts'), 'mcp'],
    env: { PATH: process.env.PATH ?? '', ...(compiled() as Record<string, string>), ...environmentOf(owner.key!) },
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  onTestFinished(() => client.close())
  await client.connect(transport)
  expect((await client.listTools()).tools).toHaveLength(8)
  const projectId = await emptyProject(owner)
  const found = await client.callTool({
    name: 'call_operation',
    arguments: { operation: 'getProject', params: { id: projectId } },
  })
  expect(JSON.stringify(found.content)).toContain(projectId)
  await expect(client.callTool({ name: 'rm_rf', arguments: {} })).rejects.toThrow('There is no tool “rm_rf”')
  expect(said).toBe(`Connected to ${server.baseUrl}/mcp. Messages are passed on until standard input is closed.\n`)
  const { pid } = transport
  await client.close()
  expect(() => process.kill(pid!, 0)).toThrow('ESRCH')
})

test('a client of an older revision is served, and the command ends with standard input', async () => {
  const { send, next, stdin, ended } = bridged(owner.key!)
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
  send({ id: 0, method: 'initialize', params })
  expect(await next()).toMatchObject({
    id: 0,
    result: { protocolVersion: '2025-06-18', serverInfo: { name: 'atelier' } },
  })
  send({ method: 'notifications/initialized' })
  send({ id: 1, method: 'tools/call', params: { name: 'list_deliverables', arguments: {} } })
  expect(await next()).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } })
  stdin.end()
  await ended
})

test('a key that is not valid is reported on standard error, and answers the request', async () => {
  const { send, next, said, stdin, ended } = bridged('atl_nobody')
  send({ id: 1, method: 'tools/list' })
  const sentence = expect.stringContaining(`The key is not valid at ${server.baseUrl}.`) as string
  expect(await next()).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: sentence } })
  expect(said.at(-1)).toEqual(sentence)
  stdin.end()
  await ended
})

test('a line that is no message is reported, and the next message is answered', async () => {
  const { send, next, said, stdin, ended } = bridged(owner.key!)
  stdin.write('{"jsonrpc":"2.0"}\n')
  send({ id: 2, method: 'tools/list' })
  expect(await next()).toMatchObject({ id: 2, result: { tools: expect.any(Array) as unknown } })
  expect(said.length).toBeGreaterThan(1)
  stdin.end()
  await ended
})

test('a cancelled wait is abandoned, and the command ends when standard output is closed', async () => {
  const cycleId = await cycleIn(server, at, await emptyProject(owner), 'running')
  const { send, next, stdout, ended } = bridged(owner.key!)
  const input = { name: 'watch_cycle', arguments: { cycleId, waitSeconds: 50 } }
  send({ id: 3, method: 'tools/call', params: input })
  send({ method: 'notifications/cancelled', params: { requestId: 3 } })
  send({ id: 4, method: 'ping' })
  expect(await next()).toMatchObject({ id: 4, result: {} })
  stdout.destroy()
  await ended
})

test('without a login the command explains how to log in', async () => {
  const { session } = quietSession('/')
  const environment = { HOME: '/nowhere', XDG_CONFIG_HOME: '/nowhere' }
  await expect(mcpBridge({ ...session, environment })).rejects.toMatchObject({ code: 'not_logged_in' })
})
