// From the start of the process to the ready line: on an empty folder, and again on the same one.
//   node bench/start.ts [turns]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, startProcess } from './measure.ts'

const [turns = 5] = process.argv.slice(2).map(Number)

const startOnce = async (folder: string) => {
  const began = performance.now()
  const server = await startProcess(['apps/server/main.ts'], { ATELIER_DATA: folder })
  const tookMs = performance.now() - began
  await server.stop()
  return tookMs
}

const [first, second]: [number[], number[]] = [[], []]
for (let turn = 0; turn < turns; turn += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  first.push(await startOnce(join(folder, 'data')))
  second.push(await startOnce(join(folder, 'data')))
  await rm(folder, { recursive: true, force: true })
}
console.log(`first start on an empty folder: median ${(median(first) / 1000).toFixed(2)} s (target 4 s)`)
console.log(`second start: median ${(median(second) / 1000).toFixed(2)} s (target 1.5 s)`)
