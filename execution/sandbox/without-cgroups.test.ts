import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { scene, testLimits, type Scene } from '../../testing/sandbox/conformance-scene.ts'
import { isolatedDriver } from './isolated-driver.ts'
import { describeMachine } from './resource-limits.ts'
import type { SandboxDriver, SandboxLimits } from './sandbox.ts'
import { findToolchain } from './toolchain.ts'
import { utilLinux } from './util-linux.ts'

// A machine without control groups, for any user that runs the tests.
const host = {
  cgroups: undefined,
  machine: await describeMachine(undefined),
  toolchain: await findToolchain(),
  scratchIn: tmpdir(),
}
const driver = isolatedDriver(utilLinux, host)
const isPossible = await tryOut(driver)

let it: Scene | undefined
afterEach(async () => it?.end())

const open = async (limits: Partial<SandboxLimits>) =>
  (it = await scene(driver, { limits: { ...testLimits, ...limits } }))
const mebibyte = 1024 * 1024

test('the driver reports how it enforces each limit', () => {
  expect(driver.enforced.join('\n')).not.toContain('cgroup')
  expect(driver.enforced.find((sentence) => sentence.startsWith('memory'))).toContain('four times a second')
  expect(driver.warnings).toEqual([expect.stringContaining('Delegate=cpu memory pids')])
})

test.skipIf(!isPossible)('no file can be made only in memory, and few can be open', async () => {
  const { perl, sh } = await open({})
  const call = process.arch === 'x64' ? 319 : 279
  const made = `my $name = "x"; my $fd = syscall(${call}, $name, 0); print "$fd ", $! + 0`
  expect((await perl(made)).stdout).toBe('-1 38')
  expect(Number((await sh('ulimit -Hn')).stdout)).toBeLessThanOrEqual(4096)
})

test.skipIf(!isPossible)('a command is stopped when the free memory of the machine comes to its end', async () => {
  let freeBytes = 8192 * mebibyte
  const machine = { ...host.machine, availableBytes: async () => freeBytes }
  it = await scene(isolatedDriver(utilLinux, { ...host, machine }))
  const outcome = await it.sh('echo started; sleep 60', { onOutput: () => void (freeBytes = 300 * mebibyte) })
  expect(outcome).toMatchObject({ stoppedBy: 'memory', stdout: 'started\n' })
})

test.skipIf(!isPossible)('the memory of all processes together is limited', async () => {
  const { perl } = await open({ memoryBytes: 200 * mebibyte })
  const outcome = await perl('for (1..8) { next if fork; my $x = "x" x (24 << 20); sleep 60; exit } sleep 60')
  expect(outcome).toMatchObject({ stoppedBy: 'memory' })
})

test.skipIf(!isPossible)('the number of processes is limited', async () => {
  const { perl } = await open({ processes: 30 })
  const outcome = await perl(
    'my $n = 0; while ($n < 200) { my $p = fork // last; if (!$p) { sleep 60; exit } $n++ } print $n; sleep 60',
    {
      wallMs: 5000,
    },
  )
  const isCounted = outcome.stoppedBy === 'processes'
  expect(isCounted || Number(outcome.stdout) < 50).toBe(true)
})

test.skipIf(!isPossible)('Node starts under the memory limit and is stopped above it', async () => {
  const { node } = await open({ memoryBytes: 256 * mebibyte })
  expect((await node('console.log("up")')).stdout).toBe('up\n')
  const outcome = await node('const kept = []; while (true) kept.push(Buffer.alloc(8 * 1024 * 1024, 1))')
  expect(outcome.exitCode).not.toBe(0)
})

async function tryOut(candidate: SandboxDriver) {
  try {
    const trial = await scene(candidate)
    const outcome = await trial.sh('true')
    await trial.end()
    return outcome.exitCode === 0
  } catch {
    return false
  }
}
