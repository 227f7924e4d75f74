import { expect, onTestFinished, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { openFetcher } from '../../platform/fetch/index.ts'
import { scene, testLimits } from '../../testing/sandbox/conformance-scene.ts'
import { smallToolServer } from '../../testing/tool-servers/program.ts'
import { remoteToolServer } from '../../testing/tool-servers/remote.ts'
import { chooseDriver } from '../sandbox/choose-driver.ts'
import { connectProgram, connectRemote } from './connect.ts'

const driver = await chooseDriver(undefined)
const remote = await remoteToolServer()
const fetcher = openFetcher({ privateHosts: [remote.host] })
const patience = { withinMs: 30_000, signal: new AbortController().signal }
const call = { withinMs: 30_000, signal: patience.signal }

const program = async (argv: readonly string[], environment = {}) => {
  const it = await scene(driver)
  onTestFinished(() => it.end())
  const { wallMs, outputBytes } = testLimits
  return connectProgram(it.sandbox, { argv, environment, wallMs, outputBytes }, patience)
}

const { command, args } = smallToolServer

test('a program in a sandbox lists its tools, answers, fails, and gets only its variables', async () => {
  const server = await program([command, ...args], { KEY: 'value' })
  expect(server.tools.map(({ name }) => name)).toEqual(['echo', 'variable', 'fail', 'wait', 'end'])
  expect(server.tools[0]).toMatchObject({ description: 'Says it again', schema: { type: 'object' } })
  expect(await server.call('echo', { text: 'ä\n' }, call)).toEqual({ ok: true, text: 'ä\n' })
  expect(await server.call('variable', { name: 'KEY' }, call)).toEqual({ ok: true, text: 'value' })
  expect(await server.call('variable', { name: 'ATELIER_ROLE' }, call)).toEqual({ ok: true, text: 'none' })
  expect(await server.call('fail', {}, call)).toEqual({ ok: false, text: 'It failed.' })
  await expect(server.call('nothing', {}, call)).rejects.toThrow()
  await server.close()
  await server.close()
})

test('a call ends with its time, its caller, or its program, whose last words contain the reason', async () => {
  const server = await program([command, ...args])
  await expect(server.call('wait', {}, { ...call, withinMs: 50 })).rejects.toThrow(/timed out/i)
  const gone = new AbortController()
  const waiting = server.call('wait', {}, { ...call, signal: gone.signal })
  gone.abort(new Error('Gone'))
  await expect(waiting).rejects.toThrow('Gone')
  expect(await server.call('echo', { text: 'still here' }, call)).toMatchObject({ text: 'still here' })
  const ended = 'The program ended with exit code 3. It said: I am tired.'
  await expect(server.call('end', {}, call)).rejects.toThrow(ended)
  await expect(server.call('echo', {}, call)).rejects.toThrow(ended)
})

const broken: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['is not there', ['no-such-program'], /was not found/],
  ['ends at once', ['sh', '-c', 'echo No key >&2; exit 1'], /exit code 1\. It said: No key/],
  ['says what is no message', ['sh', '-c', 'echo "{}"; sleep 1000'], /./],
  ['says one line without an end', ['sh', '-c', 'yes | tr -d "\\n"'], /./],
]

test.runIf(isLong).each(broken)('a program that %s is no tool server', async (_, argv, why) => {
  await expect(program(argv)).rejects.toThrow(why)
})

const at = (path: string, transport: 'http' | 'sse' = 'http', headers = {}) =>
  connectRemote(fetcher, { transport, url: remote.url(path), headers }, patience)

test.each(['/mcp', '/modern'])(
  'an address that speaks as %s answers, with the headers of its import on each request',
  async (path) => {
    remote.heard.length = 0
    const server = await at(path, 'http', { authorization: 'Bearer key' })
    expect(server.tools.map(({ name, description }) => [name, description])).toEqual([
      ['shout', 'Says it louder'],
      ['break', ''],
    ])
    expect(await server.call('shout', { text: 'hello' }, call)).toEqual({ ok: true, text: 'HELLO' })
    expect(await server.call('break', {}, call)).toMatchObject({ ok: false, text: 'Out of order.' })
    await server.close()
    expect(remote.heard.length).toBeGreaterThan(2)
    expect(new Set(remote.heard.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer key']))
  },
)

test('an address of the old form answers over its one stream, which ends with the connection', async () => {
  const server = await at('/sse', 'sse')
  expect(server.tools).toMatchObject([{ name: 'whisper' }])
  expect(await server.call('whisper', { text: 'HELLO' }, call)).toEqual({ ok: true, text: 'hello' })
  await server.close()
  await expect(server.call('whisper', {}, call)).rejects.toThrow()
})

test('an odd tool and an odd block are left out and named, and a session that the server forgot begins again', async () => {
  remote.heard.length = 0
  const server = await at('/odd')
  expect(server.tools.map(({ name }) => name)).toEqual(['good'])
  expect(server.leftOut).toEqual([{ name: 'b', reason: 'its description is no text' }])
  const answer = { ok: true, text: 'Done.\n\n[video, of no known form, not shown]' }
  // Two calls that find it forgotten at once are both answered.
  expect(await Promise.all([server.call('good', {}, call), server.call('good', {}, call)])).toEqual([answer, answer])
  await server.close()
  const sessions = remote.heard.map(({ headers }) => headers['mcp-session-id'])
  expect(sessions.filter((one) => one === 'session-2').length).toBeGreaterThan(1)
  expect(sessions).not.toContain('session-3')
})

test('an address that leads elsewhere, asks for a key or is not public is no tool server', async () => {
  await expect(at('/away')).rejects.toThrow()
  await expect(at('/login')).rejects.toThrow()
  await expect(at('/away', 'sse')).rejects.toThrow()
  const inside = connectRemote(openFetcher(), { transport: 'http', url: 'http://10.0.0.1/mcp', headers: {} }, patience)
  await expect(inside).rejects.toThrow('not found on the public internet')
})
