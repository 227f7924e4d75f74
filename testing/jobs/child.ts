import { openDatabase } from '../../platform/db/database.ts'
import { createEngine } from '../../platform/jobs/index.ts'
import { lineWith } from './line.ts'
import { pieces, plans } from './pieces.ts'
import { quiet } from './world.ts'

// A process that carries steps out. At the trap it dies, or waits for its stop and then obeys or continues.
const [trap, url, leaseSeconds] = process.argv.slice(2) as ['die' | 'obey' | 'go-on', string, string]
const say = (line: string) => process.stdout.write(`${line}\n`)

const flow = lineWith(async (at, { signal }) => {
  if (trap === 'die') process.kill(process.pid, 'SIGKILL')
  await new Promise((resolve) => {
    process.once('SIGUSR2', resolve)
    signal?.addEventListener('abort', resolve)
    say(`at ${at}`)
  })
  if (!signal) return
  say(`aborted: ${(signal.reason as Error).message}`)
  if (trap === 'obey') throw signal.reason as Error
})
const database = openDatabase({ url })
const engine = createEngine({
  database,
  workflows: [flow, plans, pieces],
  sandboxes: { limit: 2 },
  log: { ...quiet, info: (_fields, message) => say(message) },
  leaseSeconds: Number(leaseSeconds),
})
await engine.work()
say('ready')
process.on('SIGTERM', () => {
  void engine
    .stop({ graceMs: 0 })
    .then(() => database.close())
    .catch((error: unknown) => say(String(error)))
})
