import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import type ssh2 from 'ssh2'
import { expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { pools } from '../../platform/waiting/index.ts'
import { afterTest } from '../../testing/after-test.ts'
import { connectSsh, runOverSsh } from '../../testing/sandbox/ssh.ts'
import { makeHostKey } from './host-key.ts'
import { openSshServer, sshLimits, type TerminalLogin } from './ssh-server.ts'
import { TerminalRefusal, type ProgramRequest } from './ssh-channel.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-ssh-'))
afterTest(() => rm(folder, { recursive: true, force: true }))
const hostKey = makeHostKey()

const outcome = { signal: null, stdout: '', stderr: '', truncated: false, durationMs: 1 }

/** A server whose programs repeat what they are given, and end when their input ends. */
const repeating = async (start: TerminalLogin['start'] = async (request) => repeat(request)) => {
  const ends = new AbortController()
  let released = 0
  const holder = { workspace: 'w', person: 'ada' }
  const login: TerminalLogin = { holder, ends: ends.signal, greeting: '', start, release: () => void (released += 1) }
  const admit = async (user: string, password: string) => (user === 'ada' && password === 'right' ? login : undefined)
  const server = await openSshServer({ host: '127.0.0.1', port: 0, hostKey: hostKey.privateKey, admit, onError: fail })
  afterTest(() => server.close())
  const access = { host: '127.0.0.1', port: server.port, user: 'ada', password: 'right' }
  return { access, ends, released: () => released }
}

const fail = (error: Error) => {
  throw error
}

const repeat = ({ onOutput, signal }: ProgramRequest) => {
  const input = new PassThrough()
  input.on('data', (chunk: Buffer) => void onOutput('stdout', chunk))
  const ended = Promise.race([once(input, 'end'), once(signal, 'abort')]).then(() => ({ ...outcome, exitCode: 0 }))
  return { input, resize: () => undefined, ended }
}

const socketTo = async (port: number, localAddress = '127.0.0.2'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).resume()
  socket.on('error', () => undefined)
  afterTest(async () => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** A reset is an end as well. */
const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

test('the right password lets a person in, and a wrong one does not', async () => {
  const { access, released } = await repeating()
  const client = await connectSsh(access)
  expect(await runOverSsh(client, 'cat', 'a\nb\n')).toEqual({ stdout: 'a\nb\n', stderr: '', code: 0 })
  await expect(connectSsh({ ...access, password: 'wrong' })).rejects.toThrow('authentication')
  client.end()
  await expect.poll(released).toBe(1)
})

test.each([
  ['MD5', { hmac: ['hmac-md5'], cipher: ['aes128-ctr'] }],
  ['SHA-1', { hmac: ['hmac-sha1', 'hmac-sha1-etm@openssh.com'], cipher: ['aes128-ctr'] }],
  ['compression before the login', { compress: ['zlib'] }],
] as const)('a client that takes nothing but %s is refused', async (_name, algorithms) => {
  const { access } = await repeating()
  await expect(connectSsh(access, algorithms as unknown as ssh2.Algorithms)).rejects.toThrow('no matching')
})

test('a client may compress its data once it is signed in', async () => {
  const { access } = await repeating()
  const client = await connectSsh(access, { compress: ['zlib@openssh.com'] })
  expect((await runOverSsh(client, 'cat', 'a'.repeat(1_000))).stdout).toHaveLength(1_000)
})

test('on a terminal the end of a client’s input does not end the program', async () => {
  const inputs: PassThrough[] = []
  const { access } = await repeating(async (request) => {
    const shell = repeat(request)
    inputs.push(shell.input)
    return shell
  })
  const client = await connectSsh(access)
  const channel = await new Promise<ssh2.ClientChannel>((resolve, reject) =>
    client.exec('cat', { pty: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  channel.end('typed')
  await once(channel, 'data')
  // A second program runs after the end of the first one's input arrived.
  expect((await runOverSsh(client, 'cat', 'two')).stdout).toBe('two')
  expect(inputs.map(({ writableEnded }) => writableEnded)).toEqual([false, true])
})

test.skipIf(!existsSync('/usr/bin/ssh'))('a command whose output is read no more ends, as with `| head`', async () => {
  const ended = Promise.withResolvers<string>()
  const { access } = await repeating(async ({ onOutput, signal }) => {
    const ticks = async () => {
      while (!signal.aborted) await onOutput('stdout', Buffer.alloc(64 * 1024, 'tick\n'))
      ended.resolve('ended')
      return { ...outcome, exitCode: null, stoppedBy: 'cancelled' as const }
    }
    return { input: new PassThrough().resume(), resize: () => undefined, ended: ticks() }
  })
  const askpass = join(folder, 'askpass')
  await writeFile(askpass, '#!/bin/sh\necho right\n', { mode: 0o700 })
  const words = ['-F', '/dev/null', '-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${folder}/known`]
  const address = ['-o', 'LogLevel=ERROR', '-p', String(access.port), 'ada@127.0.0.1', 'yes']
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ssh "$@" | head -1; exit', 'sh', ...words, ...address], {
    env: { ...process.env, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force' },
  })
  expect([stdout, await ended.promise]).toEqual(['tick\n', 'ended'])
})

test('a connection that sends much before it signs in is cut', async () => {
  const { access } = await repeating()
  const socket = await socketTo(access.port)
  const closed = closeOf(socket)
  socket.write('SSH-2.0-flood\r\n')
  // An ended stream calls back with an error at once.
  const flood = (error?: Error | null) => {
    if (!error) socket.write(Buffer.alloc(sshLimits.strangerBytes), flood)
  }
  flood()
  await closed
})

test('an address has few connections that do not sign in, and others are admitted at the same time', async () => {
  const { access } = await repeating()
  const strangers = await Promise.all(Array.from({ length: pools.sshStrangers.address }, () => socketTo(access.port)))
  const refused = await socketTo(access.port)
  await closeOf(refused)
  await connectSsh(access)
  const left = strangers.map(closeOf)
  for (const socket of strangers) socket.end()
  await Promise.all(left)
  await once(await socketTo(access.port), 'data')
})

test('silent clients of many addresses hold no place from a person, and go after five seconds', async () => {
  const { access } = await repeating()
  const { total, address } = pools.sshStrangers
  const strangers: Socket[] = []
  for (let nth = 0; nth < total; nth += 1)
    strangers.push(await socketTo(access.port, `127.0.0.${10 + Math.floor(nth / address)}`))
  const left = strangers.map(closeOf)
  const client = await connectSsh(access)
  // The place of the first one, and no other one's.
  await left[0]
  await expect.poll(() => strangers.filter(({ closed }) => closed).length).toBe(1)
  await Promise.all(left)
  expect((await runOverSsh(client, 'cat')).code).toBe(0)
})

test('a person whose access ends reads why, and is cut even if their client does not close', async () => {
  const { access, ends, released } = await repeating()
  const client = await connectSsh(access)
  const running = runOverSsh(client, 'cat').catch(() => undefined)
  const closed = once(client, 'close')
  ends.abort('The project is archived.')
  await closed
  await running
  await expect.poll(released).toBe(1)
})

test('a program that cannot start reports why and ends with 255', async () => {
  const { access } = await repeating(async () => {
    throw new TerminalRefusal('This server has no sftp-server.')
  })
  const ended = await runOverSsh(await connectSsh(access), 'cat')
  expect(ended).toEqual({ stdout: '', stderr: 'This server has no sftp-server.\r\n', code: 255 })
})

test('the internals of an error are not shown to the client', async () => {
  const { access } = await repeating(async () => {
    throw new Error('ENOENT /secret/path')
  })
  expect((await runOverSsh(await connectSsh(access), 'cat')).stderr).not.toContain('secret')
})

test('one connection has at most ten programs at a time', async () => {
  const { access } = await repeating()
  const client = await connectSsh(access)
  const open = () => new Promise((resolve) => client.exec('cat', (error) => resolve(error ? 'refused' : 'open')))
  const opened = await Promise.all(Array.from({ length: sshLimits.channels + 1 }, open))
  expect(opened.filter((answer) => answer === 'open')).toHaveLength(sshLimits.channels)
})

test.runIf(isLong)('a person who opens one session after another is cut, so that a flood ends', async () => {
  const { access, released } = await repeating()
  const client = await connectSsh(access)
  const closed = once(client, 'close').then(() => 'cut' as const)
  const open = () =>
    runOverSsh(client, 'cat').then(
      () => 'ran' as const,
      () => 'refused' as const,
    )
  let sessions = 0
  while ((await Promise.race([open(), closed])) === 'ran') sessions += 1
  await closed
  expect(sessions).toBeLessThanOrEqual(sshLimits.channelsEver)
  await expect.poll(released).toBe(1)
})
