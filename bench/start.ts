// From the start of the process to the ready line: on an empty folder, and again on the same one.
//   node bench/start.ts [turns]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [turns = 5] = process.argv.slice(2).map(Number)

const startOnce = async (folder: string) => {
  const began = performance.now()
  const env = { ...process.env, ATELIER_DATA: folder, ATELIER_PORT: '0', ATELIER_LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['apps/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const tookMs = performance.now() - began
  child.kill('SIGTERM')
  await once(child, 'exit')
  return tookMs
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const [first, second]: [number[], number[]] = [[], []]
for (let turn = 0; turn < turns; turn += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  first.push(await startOnce(join(folder, 'data')))
  second.push(await startOnce(join(folder, 'data')))
  await rm(folder, { recursive: true, force: true })
}
console.log(`first start on an empty folder: median ${(median(first) / 1000).toFixed(2)} s (target 4 s)`)
console.log(`second start: median ${(median(second) / 1000).toFixed(2)} s (target 1.5 s)`)
