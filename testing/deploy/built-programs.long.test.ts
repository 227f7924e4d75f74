import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type {} from '../runner/global-setup.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

// Built programs find packages from where they lie, so that they lie in this checkout.
const dist = `dist.test.${process.pid}`
let data: string
beforeAll(async () => {
  data = await mkdtemp(join(inject('diskFolder'), 'atelier-built-'))
  await run('rolldown', ['--config', 'rolldown.config.ts'], { cwd: root, env: { ...process.env, DIST: dist } })
})
afterAll(async () => {
  await rm(join(root, dist), { recursive: true, force: true })
  await rm(data, { recursive: true, force: true })
})

const programs = join(root, dist, 'programs')
const start = (environment: Readonly<Record<string, string>>) =>
  spawn(process.execPath, ['--enable-source-maps', join(programs, 'server.mjs')], {
    env: { PATH: process.env.PATH, ATELIER_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('the built server starts and answers, and ends at a signal', async () => {
  const server = start({ ATELIER_DATA: join(data, 'data') })
  const said = text(server.stderr)
  const ended = once(server, 'exit')
  const [line] = (await Promise.race([once(createInterface(server.stdout), 'line'), ended])) as [string | number]
  const status = await fetch(`${String(line).split(' ').at(-1)}/readyz`).then((answer) => answer.status)
  server.kill('SIGTERM')
  expect([status, await ended]).toEqual([200, [0, null]])
  expect(await said).not.toContain('"level":50')
})

test('a stack trace of the built server names the files and lines of its sources', async () => {
  const folder = join(data, 'odd')
  await mkdir(join(folder, 'secrets.key'), { recursive: true, mode: 0o700 })
  const server = start({ ATELIER_DATA: folder })
  const [trace] = await Promise.all([text(server.stderr), once(server, 'exit')])
  const place = `${root}/platform/crypto/root-keys\\.ts:\\d+:\\d+`
  expect(trace).toMatch(new RegExp(`^ +at async rootKeysInFile \\(${place}\\)$`, 'm'))
})

test('the built command line prints its version', async () => {
  const { stdout } = await run(process.execPath, [join(programs, 'atelier.mjs'), '--version'])
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('the built program of the agents runs where only its own folder is', async () => {
  const agent = join(data, 'agent')
  await run('cp', ['-R', join(root, dist, 'agent'), agent])
  const child = spawn(process.execPath, ['--enable-source-maps', join(agent, 'native.mjs')], {
    cwd: data,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end('{}')
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  // A job without limits is none: it ends there, with all of its modules loaded.
  expect(printed).toBe('{"type":"started"}\n')
  expect(said).toContain('execution/harness/native/')
})
