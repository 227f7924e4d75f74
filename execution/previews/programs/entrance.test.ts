import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { freePort } from '../../../testing/network/free-port.ts'
import { openEntrance } from './entrance.ts'
import { untilHealthy } from './health.ts'
import type { Program } from './program.ts'

const entry = join(import.meta.dirname, 'entry.cjs')

/** Runs a script behind `entry.cjs`, outside of any sandbox. */
const start = async (scriptOf: (port: number) => string) => {
  const folder = await mkdtemp(join(tmpdir(), 'preview-entrance-'))
  const entrance = await openEntrance(join(folder, 'entry.sock'), 10)
  const port = await freePort()
  const child = spawn(process.execPath, [entry, entrance.socketPath, String(port), '', scriptOf(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit').then(([code]) => `The program ended with exit code ${code}.`)
  afterTest(async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
    await ended
    await entrance.close()
    await rm(folder, { recursive: true })
  })
  const program: Program = { port, connect: entrance.connect, ended, stop: async () => {} }
  return { entrance, program, child, port }
}

const script = (text: string) => `exec '${process.execPath}' -e '${text}'`
const healthy = { healthMs: 20_000, signal: new AbortController().signal }
const soon = () => AbortSignal.timeout(20_000)

test('connections reach the program, as many as are asked for, and bytes pass both ways until each side ends', async () => {
  const { entrance } = await start((port) =>
    script(
      `require("net").createServer({ allowHalfOpen: true }, (s) => s.pipe(s)).listen(${port}, "127.0.0.1", () => console.log("up"))`,
    ),
  )
  const echo = async (text: string) => {
    const socket = await entrance.connect(soon()).catch(() => undefined)
    if (!socket) return undefined
    socket.end(text)
    let got = ''
    for await (const chunk of socket) got += String(chunk)
    return got
  }
  let first = await echo('ready')
  while (first === undefined) first = await echo('ready')
  const texts = Array.from({ length: 20 }, (_, at) => `${at} `.repeat(10_000))
  expect(await Promise.all(texts.slice(0, 8).map(echo))).toEqual(texts.slice(0, 8))
  for (const text of texts.slice(8, 12)) expect(await echo(text)).toBe(text)
})

test.runIf(isLong)('a program that listens elsewhere is recognized by its ports', async () => {
  const elsewhere = await freePort()
  const { program, port } = await start(() =>
    script(`require("http").createServer().listen(${elsewhere}, "127.0.0.1")`),
  )
  const short = { ...healthy, healthMs: 1_000 }
  const sentence = await untilHealthy(program, '/', short)
  expect(sentence).toContain(
    `The program did not become ready within 1 s. It does not listen at port ${port}, which the variable PORT tells. It listens at `,
  )
})

test('a program is healthy once it answers its path with a status below 500', async () => {
  const { program } = await start((port) =>
    script(
      `let n = 0; require("http").createServer((q, r) => { r.statusCode = q.url === "/up" && (n += 1) > 2 ? 404 : 503; r.end() }).listen(${port}, "localhost")`,
    ),
  )
  expect(await untilHealthy(program, '/up', healthy)).toBeUndefined()
})

test('a program that ends reports how, before it has answered', async () => {
  const { program } = await start(() => 'exit 3')
  expect(await untilHealthy(program, '/up', healthy)).toBe(
    'The program ended with exit code 3. It had not answered /up yet.',
  )
})

test('a program that answers no line of its own makes connecting fail, and no more than a few wait', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'preview-entrance-'))
  const entrance = await openEntrance(join(folder, 'entry.sock'), 10)
  const flood = Array.from({ length: 40 }, () => connect(entrance.socketPath))
  let closed = 0
  for (const socket of flood) {
    socket.on('error', () => {})
    socket.on('data', () => socket.write('x'.repeat(1_000)))
    socket.on('close', () => (closed += 1))
  }
  afterTest(async () => {
    for (const socket of flood) socket.destroy()
    await entrance.close()
    await rm(folder, { recursive: true })
  })
  await Promise.all(flood.slice(26).map((socket) => once(socket, 'close')))
  expect(closed).toBeGreaterThanOrEqual(14)
  await expect(entrance.connect(soon())).rejects.toThrow('does not listen at its port')
})

test('waiting for a connection ends with its signal, and with the entrance', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'preview-entrance-'))
  const entrance = await openEntrance(join(folder, 'entry.sock'), 10)
  afterTest(() => rm(folder, { recursive: true }))
  const stopping = new AbortController()
  const connecting = entrance.connect(stopping.signal)
  stopping.abort(new Error('No longer needed'))
  await expect(connecting).rejects.toThrow('No longer needed')
  const another = entrance.connect(soon())
  await Promise.all([expect(another).rejects.toThrow('does not listen at its port'), entrance.close()])
})
