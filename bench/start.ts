// From the start of the process to the ready line: on an empty folder, and again on the same one; and a whole process
// of the command line: its version, and a command that asks the server.
//   node bench/start.ts [turns]
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuMicros, median, startProcess } from './measure.ts'

const [turns = 5] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))

const start = (data: string) => startProcess([], { ATELIER_DATA: data }, 'bin/start')

const processorMs: number[] = []

const startOnce = async (data: string) => {
  const began = performance.now()
  const server = await start(data)
  const tookMs = performance.now() - began
  processorMs.push((await cpuMicros([server.pid])) / 1_000)
  await server.stop()
  return tookMs
}

const commandOnce = (argv: readonly string[], environment: Readonly<Record<string, string>>) => {
  const began = performance.now()
  const { status, stderr } = spawnSync('bin/atelier', argv, { env: { ...process.env, ...environment } })
  if (status !== 0) throw new Error(`atelier ${argv.join(' ')} ended with ${status}: ${stderr.toString()}`)
  return performance.now() - began
}

const tell = (what: string, took: readonly number[], guard: string) =>
  console.log(
    `${what}: median ${(median(took) / 1000).toFixed(2)} s, best ${(Math.min(...took) / 1000).toFixed(2)} s (guard ${guard})`,
  )

try {
  const first: number[] = []
  const second: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const data = join(folder, `data-${turn}`)
    first.push(await startOnce(data))
    second.push(await startOnce(data))
  }
  tell('first start on an empty folder', first, '2.5 s')
  tell('second start', second, '0.7 s')
  console.log(`processor time of the server until then, of either: median ${(median(processorMs) / 1000).toFixed(2)} s`)

  const data = join(folder, 'data-0')
  const server = await start(data)
  const { apiKey } = JSON.parse(await readFile(join(data, 'owner.json'), 'utf8')) as { apiKey: string }
  const asked = { ATELIER_URL: server.url, ATELIER_API_KEY: apiKey }
  const version: number[] = []
  const status: number[] = []
  for (let turn = 0; turn <= turns; turn += 1) {
    version.push(commandOnce(['--version'], {}))
    status.push(commandOnce(['status', '--all'], asked))
  }
  await server.stop()
  tell('atelier --version', version.slice(1), '0.10 s')
  tell('atelier status --all', status.slice(1), '0.30 s')
} finally {
  await rm(folder, { recursive: true, force: true })
}
