import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { afterTest } from '../../testing/after-test.ts'
import { testRootKey } from '../../testing/people/sessions.ts'
import { parseRootKeys } from '../../platform/crypto/index.ts'
import { openRelayServer, reach } from '../../platform/relay/relay.ts'
import type { Outcome } from '../sandbox/index.ts'
import { openFarLogin, serveFarLogin, serveFarProgram } from './far-login.ts'
import { TerminalRefusal, type ProgramRequest } from './ssh-channel.ts'
import type { TerminalLogin } from './ssh-server.ts'

const keys = parseRootKeys('test', testRootKey)

const outcome = (exitCode: number): Outcome => ({
  exitCode,
  signal: null,
  stdout: '',
  stderr: '',
  truncated: false,
  durationMs: 1,
})

/** A login over two connections of one process; `start` is the program there, and `ending` ends the access. */
const scene = async (start: TerminalLogin['start']) => {
  const ending = new AbortController()
  const released = Promise.withResolvers<string>()
  const there: TerminalLogin = {
    holder: {},
    greeting: 'Hello, Ünï',
    ends: ending.signal,
    start,
    release: () => released.resolve('released'),
  }
  const server = await openRelayServer({
    keys,
    host: '127.0.0.1',
    find:
      async ({ kind }) =>
      (socket) =>
        kind === 'login' ? serveFarLogin(socket, there) : serveFarProgram(socket, there),
    onError: () => undefined,
  })
  afterTest(() => server.close())
  const login = await openFarLogin({ person: 'p' }, (kind) => reach(keys, server.address, { kind }))
  if (!login) throw new Error('The login was refused')
  const printed = { stdout: '', stderr: '' }
  const run = (request: Partial<ProgramRequest> = {}) =>
    login.start({
      signal: new AbortController().signal,
      onOutput: (stream, chunk) => void (printed[stream] += chunk.toString()),
      ...request,
    })
  return { login, ending, released: released.promise, printed, run }
}

test('a program at another process gets its input, its size and its end, and returns both outputs and its exit code', async () => {
  const sizes: unknown[] = []
  const { login, printed, run } = await scene(async ({ command, onOutput }) => {
    const input = new PassThrough()
    const ended = (async () => {
      await onOutput('stderr', Buffer.from(`ran ${command}`))
      for await (const chunk of input) await onOutput('stdout', chunk as Buffer)
      return outcome(7)
    })()
    return { input, resize: (size) => void sizes.push(size), ended }
  })
  expect(login.greeting).toBe('Hello, Ünï')
  const shell = await run({ command: 'cat '.padEnd(100_000, 'x') })
  shell.resize({ columns: 100, rows: 40 })
  const typed = Buffer.alloc(3 * 2 ** 20, 'typed ')
  Readable.from(Array.from({ length: 96 }, (_, at) => typed.subarray(at * 2 ** 15, (at + 1) * 2 ** 15))).pipe(
    shell.input,
  )
  expect((await shell.ended).exitCode).toBe(7)
  expect(printed.stdout).toBe(typed.toString())
  expect(printed.stderr).toHaveLength(100_004)
  expect(sizes).toEqual([{ columns: 100, rows: 40 }])
})

test('a person reads why a program does not start there, and why their access ended', async () => {
  const { login, ending, run } = await scene(async () => {
    throw new TerminalRefusal('There is no sftp-server.')
  })
  await expect((await run({ sftp: true })).ended).rejects.toThrow('There is no sftp-server.')
  ending.abort('Your access has ended.')
  await once(login.ends, 'abort')
  expect(login.ends.reason).toBe('Your access has ended.')
})

test('a program ends with its channel, and the login there with the connection', async () => {
  const stopped = Promise.withResolvers<undefined>()
  const { login, released, run } = await scene(async ({ signal }) => {
    const ended = once(signal, 'abort').then(() => outcome(1))
    signal.addEventListener('abort', () => stopped.resolve(undefined))
    return { input: new PassThrough(), resize: () => undefined, ended }
  })
  const channel = new AbortController()
  const { ended } = await run({ signal: channel.signal })
  channel.abort()
  await expect(ended).rejects.toThrow()
  await stopped.promise
  login.release()
  expect(await released).toBe('released')
})
