import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBroker } from '../egress/index.ts'
import { longSleep, testLimits } from '../../testing/sandbox/conformance-scene.ts'
import { processesWith } from '../../testing/sandbox/processes-with.ts'
import { chooseDriver } from './choose-driver.ts'
import { homePath, worktreePath, type Sandbox } from './sandbox.ts'

let outside: string
let sandbox: Sandbox

beforeEach(async () => {
  process.env.ATELIER_CANARY = 'canary'
  outside = await mkdtemp(join(tmpdir(), 'process-driver-'))
  await mkdir(join(outside, 'worktree'))
  await mkdir(join(outside, 'tools'))
  await mkdir(join(outside, 'scratch'))
  const driver = await chooseDriver('process', { scratchIn: join(outside, 'scratch') })
  sandbox = await driver.open({
    id: 'plain',
    worktree: { from: join(outside, 'worktree'), writable: true },
    readonly: [{ from: join(outside, 'tools'), to: '/opt/atelier' }],
    limits: testLimits,
  })
})
afterEach(async () => {
  delete process.env.ATELIER_CANARY
  await sandbox.close()
  await rm(outside, { recursive: true })
})

test('the process driver reports that it does not isolate, and has to be asked for by name', async () => {
  expect(await chooseDriver('process')).toMatchObject({ name: 'process', isolates: false })
  const unasked = await chooseDriver(undefined).catch(() => undefined)
  expect(unasked?.name).not.toBe('process')
})

test('a command runs in the worktree with its own environment', async () => {
  const { stdout, exitCode } = await sandbox.run({
    argv: ['sh', '-c', 'pwd; env; exit 3'],
    environment: { OWN: "it's" },
  })
  expect(exitCode).toBe(3)
  expect(stdout).toContain(join(outside, 'worktree'))
  expect(stdout).toContain("OWN=it's")
  expect(stdout).not.toContain('canary')
})

test('paths of the sandbox are mapped to the host', async () => {
  await writeFile(join(outside, 'tools/main.txt'), 'a tool')
  expect(sandbox.path(`${worktreePath}/a`)).toBe(join(outside, 'worktree/a'))
  expect(sandbox.path('/usr/bin')).toBe('/usr/bin')
  const { stdout } = await sandbox.run({ argv: ['cat', sandbox.path('/opt/atelier/main.txt')], cwd: homePath })
  expect(stdout).toBe('a tool')
})

test('stopping a command ends its process group, and closing removes its folder', async () => {
  const time = longSleep()
  const stop = new AbortController()
  const outcome = await sandbox.run({
    argv: ['sh', '-c', `sleep ${time} & echo up; sleep ${time}`],
    signal: stop.signal,
    onOutput: () => stop.abort(),
  })
  expect(outcome).toMatchObject({ stoppedBy: 'cancelled', exitCode: null })
  expect(await processesWith(time)).toEqual([])
  await sandbox.close()
  expect(await readdir(join(outside, 'scratch'))).toEqual([])
})

test('wall time, file size and output are limited without isolation too', async () => {
  expect(await sandbox.run({ argv: ['sleep', '60'], wallMs: 100 })).toMatchObject({ stoppedBy: 'wall-time' })
  expect(await sandbox.run({ argv: ['yes'], outputBytes: 100_000 })).toMatchObject({ stoppedBy: 'output' })
})

test('egress is offered on a loopback port', async () => {
  const broker = await openBroker({
    socketPath: join(outside, 'egress.sock'),
    allowHosts: [],
    routes: { 'model.atelier.internal': (request, response) => response.end(`got ${request.url}`) },
  })
  const driver = await chooseDriver('process')
  const connected = await driver.open({ id: 'connected', egressSocket: broker.socketPath, limits: testLimits })
  const script = 'console.log(await (await fetch("http://model.atelier.internal/v1/x")).text())'
  const { stdout } = await connected.run({ argv: ['node', '--input-type=module', '-e', script] })
  expect(stdout).toBe('got /v1/x\n')
  await connected.close()
  await broker.close()
})
