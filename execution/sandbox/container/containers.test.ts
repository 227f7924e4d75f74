import Docker from 'dockerode'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startTestEngine } from '../../../testing/sandbox/container-engine.ts'
import {
  containersUnderTest,
  longSleep,
  scene,
  testLimits,
  type Scene,
} from '../../../testing/sandbox/conformance-scene.ts'
import { processesWith } from '../../../testing/sandbox/processes-with.ts'
import { patience } from '../../../testing/runner/hang-timeout.ts'
import { isLong } from '../../../testing/soak.ts'
import { chooseDriver } from '../choose-driver.ts'

const modulePath = JSON.stringify(join(import.meta.dirname, '../index.ts'))
const mebibyte = 1024 * 1024

test('without an engine, a sentence names the program to start', async () => {
  await expect(chooseDriver('container', { engine: '/nowhere/engine.sock' })).rejects.toThrow(
    /container: no container engine answers at \/nowhere\/engine\.sock .* Start Docker or "podman system service"/,
  )
})

// Other tests of what containers have to do are in the conformance of all drivers.
describe.each([await containersUnderTest()])('$name $why', ({ driver, options, engine }) => {
  if (!driver || !engine) {
    test.skip('cannot run here', () => {})
    return
  }
  let it: Scene | undefined
  afterEach(async () => {
    await it?.end()
    it = undefined
  })

  test('a command runs in a container as an ordinary user, and leaves none', async () => {
    it = await scene(driver)
    expect(await it.sh('id -u; cat /proc/1/comm')).toMatchObject({ exitCode: 0, stdout: '1000\nsh\n' })
    await it.sandbox.close()
    expect(await engine.containers()).toEqual([])
  })

  test.runIf(isLong)(
    'a server killed with SIGKILL leaves an ended container, and the next server removes it',
    async () => {
      const time = longSleep()
      const script = `
      import { chooseDriver } from ${modulePath}
      const driver = await chooseDriver('container', ${JSON.stringify(options)})
      const sandbox = await driver.open({ id: 'doomed', limits: ${JSON.stringify(testLimits)} })
      const argv = ['sh', '-c', 'setsid sleep ${time} & echo started; sleep ${time}']
      await sandbox.run({ argv, onOutput: () => console.log('started') })`
      const server = spawn(process.execPath, ['--input-type=module', '-e', script])
      await once(server.stdout, 'data')
      expect((await processesWith(time)).length).toBeGreaterThan(0)
      server.kill('SIGKILL')
      await once(server, 'exit')
      await vi.waitFor(async () => expect(await processesWith(time)).toEqual([]), patience)
      expect(await engine.containers()).toHaveLength(1)
      await chooseDriver('container', options)
      expect(await engine.containers()).toEqual([])
    },
  )

  test.runIf(isLong)('a living server keeps its containers when another starts', async () => {
    it = await scene(driver)
    const input = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const stdin = Readable.from(untilResolved(input.promise))
    const outcome = it.sh('echo up; read x; echo "$x"', { stdin, onOutput: () => started.resolve() })
    await started.promise
    await chooseDriver('container', options)
    input.resolve()
    expect(await outcome).toMatchObject({ exitCode: 0, stdout: 'up\nstill here\n' })
  })

  test.runIf(isLong)('closing a sandbox removes its containers', async () => {
    it = await scene(driver)
    await Promise.all([it.sh('true'), it.sh('exit 3')])
    await it.sandbox.close()
    expect(await engine.containers()).toEqual([])
  })

  test.runIf(isLong)(
    'the engine is asked for no network, no capability and a read-only root, and mounts little to write to',
    async () => {
      it = await scene(driver)
      const started = Promise.withResolvers<void>()
      const stop = new AbortController()
      const outcome = it.sh('echo up; sleep 60', { signal: stop.signal, onOutput: () => started.resolve() })
      await started.promise
      const docker = new Docker({ socketPath: engine.socket, host: undefined })
      const [id = ''] = await engine.containers()
      const { HostConfig, Mounts, Config } = await docker.getContainer(id).inspect()
      stop.abort()
      await outcome
      expect(HostConfig).toMatchObject({
        NetworkMode: 'none',
        ReadonlyRootfs: true,
        Privileged: false,
        Memory: testLimits.memoryBytes,
        MemorySwap: testLimits.memoryBytes,
      })
      expect(HostConfig.PidsLimit).toBeLessThan(testLimits.processes + 10)
      expect(HostConfig.SecurityOpt?.join()).toContain('no-new-privileges')
      expect(
        Mounts.filter(({ RW }) => RW)
          .map(({ Destination }) => Destination)
          .sort(),
      ).toEqual(['/view/home/sandbox', '/view/tmp', '/view/worktree'])
      expect(Mounts.map(({ Source }) => Source)).not.toContain(engine.socket)
      expect(Config.Env.join()).not.toMatch(/TOKEN|KEY|DATABASE/)
    },
  )

  test("a command sees neither the engine's mounts nor the container's first process", async () => {
    it = await scene(driver)
    const { stdout } = await it.sh(
      'ls -d /start /view /inside /sys; grep -c [H]AS_INPUT /proc/1/cmdline; cat /proc/1/comm',
    )
    expect(stdout).toBe('0\nsh\n')
  })

  test.runIf(isLong)('the memory of commands that run at once is added up', async () => {
    it = await scene(driver, { limits: { ...testLimits, memoryBytes: 256 * mebibyte } })
    const filling = 'my $x = "x" x (160 << 20); sleep 60'
    const stop = new AbortController()
    const both = [it.perl(filling, { signal: stop.signal }), it.perl(filling, { signal: stop.signal })]
    const first = await Promise.race(both)
    stop.abort()
    await Promise.all(both)
    expect(first).toMatchObject({ stoppedBy: 'memory' })
  })

  test.runIf(isLong)('mounts of the host below a shown folder are read-only like the folder', async () => {
    it = await scene(driver, async (outside) => {
      const below = join(outside, 'shown/below')
      await mkdir(below, { recursive: true })
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'noexec', 'none', below])
      await writeFile(join(below, 'file'), 'inside')
      return { readonly: [{ from: join(outside, 'shown'), to: '/opt/shown' }] }
    })
    try {
      const attempts = 'cat /opt/shown/below/file; true >/opt/shown/below/new || echo " refused"'
      expect(await it.sh(attempts)).toMatchObject({ stdout: 'inside refused\n' })
    } finally {
      await it.sandbox.close()
      execFileSync('umount', [join(it.outside, 'shown/below')])
    }
  })

  test.runIf(isLong)('a command continues when its engine ends, and its sandbox can be closed', async () => {
    const other = await startTestEngine()
    try {
      it = await scene(await chooseDriver('container', { engine: other.socket }))
      const outcome = await it.sh('echo up; sleep 1; echo over', { onOutput: () => other.stop() })
      expect(outcome).toMatchObject({ exitCode: 0, stdout: 'up\nover\n' })
      await expect(it.sh('true')).rejects.toThrow(/ECONNREFUSED|ENOENT/)
      await it.sandbox.close()
    } finally {
      await other.close()
    }
  })
})

async function* untilResolved(promise: Promise<void>) {
  await promise
  yield 'still here\n'
}
