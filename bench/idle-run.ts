// The cost of a run that waits for a person: the growth of the database for each, indexes included, and processes.
//   node bench/idle-run.ts [runs]
import { readFile } from 'node:fs/promises'
import { openDatabase } from '../platform/db/database.ts'
import { createEngine } from '../platform/jobs/index.ts'
import { step } from '../platform/jobs/step.ts'
import { park } from '../testing/jobs/plain-steps.ts'
import { workflow } from '../platform/jobs/workflow.ts'
import { createTestDatabase, databaseUrl, startTestCluster } from '../testing/cluster.ts'
import { eventually, openWorld, quiet } from '../testing/jobs/world.ts'

const [runs = 1_000] = process.argv.slice(2).map(Number)

const waiting = workflow('line', {
  ended: () => Promise.resolve(),
  steps: [step('ask', { commit: () => park({ kind: 'person', labels: ['go'], step: 'ask' }) })],
})

const cluster = await startTestCluster()
const url = databaseUrl(cluster.url, await createTestDatabase(cluster.url, 'migrated'))
const database = openDatabase({ url })
const world = await openWorld({ url, database })
const engine = createEngine({ database, workflows: [waiting], sandboxes: { limit: 2 }, log: quiet })

const databaseBytes = async () => {
  const [row] = await world.rows<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(row!.bytes)
}
const childProcesses = async () => {
  const text = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).length
}

const parkRuns = async (count: number) => {
  const started = await Promise.all(Array.from({ length: count }, () => world.start(engine)))
  const ids = started.map(({ id }) => id)
  await eventually(async () => {
    const parked = await world.rows('select 1 from run_parked where run_id = any($1)', [ids])
    return parked.length === count
  })
}

await engine.work()
await parkRuns(100)
const [bytesBefore, processesBefore] = await Promise.all([databaseBytes(), childProcesses()])
for (let parked = 0; parked < runs; parked += 100) await parkRuns(100)
const bytes = ((await databaseBytes()) - bytesBefore) / (Math.ceil(runs / 100) * 100)
const processes = (await childProcesses()) - processesBefore
console.log(`a run that waits: ${(bytes / 1_000).toFixed(1)} kB, ${processes} processes (guard 20 kB, 0 processes)`)
await engine.stop()
await database.close()
await cluster.stop()
