import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chooseDriver, type DriverName, type Sandbox, type SandboxLimits } from '../execution/sandbox/index.ts'

// The start of one command in each driver, against a bare spawn of the same command, in turns.

const rounds = 60
const mebibyte = 1024 * 1024

const limits: SandboxLimits = {
  cpuSeconds: 60,
  memoryBytes: 512 * mebibyte,
  processes: 64,
  fileSizeBytes: 64 * mebibyte,
  diskBytes: 64 * mebibyte,
  wallMs: 60_000,
  outputBytes: mebibyte,
}

const bareSpawn = async () => {
  await once(spawn('true', { stdio: ['ignore', 'pipe', 'pipe'] }), 'close')
}

const names: readonly DriverName[] = ['bubblewrap', 'util-linux', 'process']
const sandboxes: Sandbox[] = []
const contestants: { name: string; act: () => Promise<unknown>; tookMs: number[] }[] = [
  { name: 'bare spawn', act: bareSpawn, tookMs: [] },
]
for (const name of names) {
  try {
    const driver = await chooseDriver(name)
    const sandbox = await driver.open({ id: 'bench', limits })
    sandboxes.push(sandbox)
    contestants.push({ name: `${name}: run`, act: () => sandbox.run({ argv: ['true'] }), tookMs: [] })
    const openAndClose = async () => (await driver.open({ id: 'bench', limits })).close()
    contestants.push({ name: `${name}: open and close`, act: openAndClose, tookMs: [] })
  } catch (error) {
    console.log(`${name} is left out: ${(error as Error).message}`)
  }
}

for (const { act } of contestants) await act()
for (let round = 0; round < rounds; round += 1) {
  for (const contestant of contestants) {
    const began = performance.now()
    await contestant.act()
    contestant.tookMs.push(performance.now() - began)
  }
}
for (const sandbox of sandboxes) await sandbox.close()

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
const floorMs = median(contestants[0]!.tookMs)
for (const { name, tookMs } of contestants)
  console.log(
    `${name.padEnd(28)} ${median(tookMs).toFixed(1)} ms, ${(median(tookMs) / floorMs).toFixed(1)} × a bare spawn`,
  )
