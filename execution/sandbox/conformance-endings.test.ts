import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { patience } from '../../testing/runner/hang-timeout.ts'
import { chooseDriver, type DriverOptions } from './choose-driver.ts'
import {
  allIsolatingDrivers,
  longSleep,
  scene,
  testLimits,
  type Scene,
} from '../../testing/sandbox/conformance-scene.ts'
import { processesWith } from '../../testing/sandbox/processes-with.ts'

const driversHere = await allIsolatingDrivers()

const modulePath = JSON.stringify(join(import.meta.dirname, 'index.ts'))

/** Leaves processes of every kind that tries to outlive its starter. */
const leaving = (time: string) => `
  sleep ${time} & setsid sleep ${time} & nohup sleep ${time} >/dev/null 2>&1 &
  (trap '' TERM INT HUP; setsid sh -c 'sleep ${time}; exit 1' </dev/null >/dev/null 2>&1 &) &
  perl -e '$SIG{TERM} = "IGNORE"; exit if fork; exec "sleep", "${time}"'
  echo started`

describe.each(driversHere)('$name $why', ({ driver, name, options }) => {
  if (!driver) {
    test.skip('cannot run here', () => {})
    return
  }
  let it: Scene
  let time: string
  beforeEach(async () => {
    it = await scene(driver)
    time = longSleep()
  })
  afterEach(() => it.end())

  test('processes left running end with their command', async () => {
    const outcome = await it.sh(leaving(time))
    expect(outcome).toMatchObject({ exitCode: 0, stdout: 'started\n' })
    expect(await processesWith(time)).toEqual([])
  })

  test('dead processes are reaped, also if the server is process 1 of a container', async () => {
    const script = `
      import { readdirSync, readFileSync } from 'node:fs'
      import { chooseDriver } from ${modulePath}
      const driver = await chooseDriver('${name}', ${JSON.stringify(options)})
      const sandbox = await driver.open({ id: 'contained', limits: ${JSON.stringify(testLimits)} })
      for (const script of ['true', 'sleep 60 & true']) await sandbox.run({ argv: ['sh', '-c', script] })
      await sandbox.run({ argv: ['sleep', '60'], wallMs: 50 })
      await sandbox.close()
      const left = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && Number(name) !== process.pid)
      console.log(process.pid, left.map((pid) => readFileSync('/proc/' + pid + '/comm', 'utf8').trim()))`
    const words = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--propagation', 'private']
    const node = [process.execPath, '--input-type=module', '-e', script]
    const { stdout, stderr } = await promisify(execFile)('unshare', [...words, ...node])
    expect({ stdout, stderr }).toEqual({ stdout: '1 []\n', stderr: '' })
  })

  test('stopping a command ends all its processes before its outcome is reported', async () => {
    const stop = new AbortController()
    const outcome = await it.sh(`${leaving(time)}; sleep ${time}`, {
      signal: stop.signal,
      onOutput: () => stop.abort(),
    })
    expect(outcome).toMatchObject({ exitCode: null, signal: 'SIGKILL', stoppedBy: 'cancelled' })
    expect(await processesWith(time)).toEqual([])
  })

  test('an aborted signal starts no process', async () => {
    const outcome = await it.sh(`sleep ${time}`, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ exitCode: null, stoppedBy: 'cancelled', durationMs: 0 })
    expect(await processesWith(time)).toEqual([])
  })

  test('commands in a sandbox run in parallel, and stopping one leaves the others running', async () => {
    const stop = new AbortController()
    const other = it.sh('read x; echo "got $x"', { stdin: 'still here\n' })
    const stopped = it.sh(`echo up; sleep ${time}`, { signal: stop.signal, onOutput: () => stop.abort() })
    expect(await stopped).toMatchObject({ stoppedBy: 'cancelled' })
    expect(await other).toMatchObject({ exitCode: 0, stdout: 'got still here\n' })
  })

  test('closing a sandbox stops its commands, and closing it twice is harmless', async () => {
    const started = Promise.withResolvers<void>()
    const outcome = it.sh(`${leaving(time)}; sleep ${time}`, { onOutput: () => started.resolve() })
    await started.promise
    await Promise.all([it.sandbox.close(), it.sandbox.close()])
    expect(await outcome).toMatchObject({ stoppedBy: 'cancelled' })
    expect(await processesWith(time)).toEqual([])
  })

  test('a server killed with SIGKILL leaves no process, and the next server removes its folders and control groups', async () => {
    const scratchIn = await mkdtemp(join(tmpdir(), 'conformance-scratch-'))
    const server = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      serverScript(name, { ...options, scratchIn }, it.worktree, time),
    ])
    server.stderr.pipe(process.stderr)
    expect(await Promise.race([once(server.stdout, 'data').then(String), once(server, 'exit')])).toBe('started\n')
    expect((await processesWith(time)).length).toBeGreaterThan(0)
    server.kill('SIGKILL')
    await once(server, 'exit')
    await vi.waitFor(async () => expect(await processesWith(time)).toEqual([]), patience)
    expect(await readdir(scratchIn)).toHaveLength(1)
    await chooseDriver(name, { ...options, scratchIn })
    expect(await readdir(scratchIn)).toEqual([])
    expect((await readdir('/dev/shm')).filter((name) => name.includes(`.${server.pid}.`))).toEqual([])
    expect(await groupsOf(server.pid!)).toEqual([])
    await rm(scratchIn, { recursive: true })
  })

  test('closing removes the sandbox’s control groups', async () => {
    await it.sh('true')
    const before = await groupsOf(process.pid)
    await it.sandbox.close()
    const after = await groupsOf(process.pid)
    if (before.length > 0) expect(after.length).toBeLessThan(before.length)
    expect(existsSync(it.worktree)).toBe(true)
  })
})

const serverScript = (driver: string, options: DriverOptions, worktree: string, time: string) => `
  import { chooseDriver } from ${modulePath}
  const driver = await chooseDriver(${JSON.stringify(driver)}, ${JSON.stringify(options)})
  const worktree = { from: ${JSON.stringify(worktree)}, writable: true }
  const sandbox = await driver.open({ id: 'doomed', worktree, limits: ${JSON.stringify(testLimits)} })
  await sandbox.run({
    argv: ['sh', '-c', ${JSON.stringify(`${leaving(time)}; sleep ${time}`)}],
    onOutput: () => console.log('started'),
  })`

const groupsOf = async (pid: number): Promise<string[]> => {
  const found: string[] = []
  const look = async (folder: string, depth: number): Promise<void> => {
    for (const child of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (!child.isDirectory()) continue
      if (new RegExp(`^atelier-\\d+\\.${pid}\\.`).test(child.name)) found.push(join(folder, child.name))
      else if (depth > 0) await look(join(folder, child.name), depth - 1)
    }
  }
  await look('/sys/fs/cgroup', 5)
  return found
}
