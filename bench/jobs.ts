import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../platform/db/database.ts'
import { createEngine, type Engine } from '../platform/jobs/index.ts'
import { finish, step } from '../platform/jobs/step.ts'
import { goTo, park } from '../testing/jobs/plain-steps.ts'
import { workflow } from '../platform/jobs/workflow.ts'
import { openWorld, quiet, type World } from '../testing/jobs/world.ts'
import { startChild } from '../testing/jobs/process.ts'
import { lineWith } from '../testing/jobs/line.ts'
import { createTestDatabase, databaseUrl, startTestCluster } from '../testing/cluster.ts'

// Durable steps: how many a second, against as many bare transactions of the same rows; how soon a step starts
// after its commit; how long a dead process's step waits.

const runs = 200
const stepsPerRun = 10
const endings = new Map<string, () => void>()
const begins = new Map<string, number>()

const endOf = (id: string) => new Promise<void>((resolve) => endings.set(id, resolve))

const bench = workflow('line', {
  ended: ({ run, tx }) => {
    tx.afterCommit(() => endings.get(run.id)?.())
    return Promise.resolve()
  },
  steps: [
    step('count', {
      commit: ({ step }) => (step.seq < stepsPerRun ? goTo('count') : finish()),
    }),
    step('ask', { commit: () => park({ kind: 'person', labels: ['go'], step: 'answered' }) }),
    step('answered', {
      effect: async ({ run }) => void begins.set(run.id, performance.now()),
      commit: () => finish(),
    }),
  ],
})

const stepsPerSecond = async (engine: Engine, world: World, count: number) => {
  const ids: string[] = []
  await world.within(async (tx) => {
    for (let at = 0; at < count; at += 1) {
      const run = await engine.start(tx, { workspaceId: world.workspaceId, kind: 'line', subjectId: uuidv7() })
      ids.push(run.id)
    }
  })
  const fromMs = performance.now()
  await engine.work()
  await Promise.all(ids.map(endOf))
  const seconds = (performance.now() - fromMs) / 1_000
  await engine.stop()
  return (count * stepsPerRun) / seconds
}

// The floor: two transactions with two writes each, sixteen at once, over the same connections.
const bareStepsPerSecond = async (world: World, count: number) => {
  let left = count
  const fromMs = performance.now()
  const lane = async () => {
    while (left-- > 0) {
      for (let times = 0; times < 2; times += 1) {
        await world.within(async (tx) => {
          const write = () =>
            tx.query({
              name: 'bench.mark',
              text: 'insert into mark (workspace_id, mark) values ($1, $2)',
              values: [world.workspaceId, 'bench'],
            })
          await Promise.all([write(), write()])
        })
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return count / ((performance.now() - fromMs) / 1_000)
}

const resumeLatencies = async (engine: Engine, world: World, count: number) => {
  const latencies: number[] = []
  await engine.work()
  for (let at = 0; at < count; at += 1) {
    const run = await world.start(engine, {}, { first: 'ask' })
    while ((await world.rows('select 1 from run_parked where run_id = $1', [run.id])).length === 0);
    const ending = endOf(run.id)
    await world.within((tx) => engine.resume(tx, run.id, 'go'))
    const committedMs = performance.now()
    await ending
    latencies.push(begins.get(run.id)! - committedMs)
  }
  await engine.stop()
  return latencies.sort((a, b) => a - b)
}

const takeOverSeconds = async (url: string, world: World, leaseSeconds: number) => {
  const database = openDatabase({ url })
  const options = { database, sandboxes: { limit: 2 }, log: quiet, leaseSeconds }
  let begun = () => undefined as void
  const taken = new Promise<void>((resolve) => (begun = resolve))
  const survivor = createEngine({ ...options, workflows: [lineWith(() => begun())] })
  const victim = await startChild('obey', url, leaseSeconds)
  await world.start(survivor, { at: 'before the effect', always: true })
  await victim.line('at before the effect')
  await survivor.work()
  victim.signal('SIGKILL')
  const fromMs = performance.now()
  await taken
  const seconds = (performance.now() - fromMs) / 1_000
  await survivor.stop()
  await database.close()
  return seconds
}

const cluster = await startTestCluster()
const url = databaseUrl(cluster.url, await createTestDatabase(cluster.url, 'migrated'))
const database = openDatabase({ url })
const world = await openWorld({ url, database })
const engineOf = () => createEngine({ database, workflows: [bench], sandboxes: { limit: 2 }, log: quiet })

await stepsPerSecond(engineOf(), world, 20)
const bare = await bareStepsPerSecond(world, runs * stepsPerRun)
const durable = await stepsPerSecond(engineOf(), world, runs)
const latencies = await resumeLatencies(engineOf(), world, 100)
console.log(
  `steps per second: ${durable.toFixed(0)}, ${(durable / bare).toFixed(2)} of ${bare.toFixed(0)} bare pairs of transactions`,
)
console.log(`resume to start of the effect: p50 ${latencies[50]!.toFixed(1)} ms, p99 ${latencies[98]!.toFixed(1)} ms`)
for (const leaseSeconds of [2, 10]) {
  const times: number[] = []
  for (let at = 0; at < 3; at += 1) times.push(await takeOverSeconds(url, world, leaseSeconds))
  console.log(`take-over after kill -9, lease ${leaseSeconds} s: ${times.map((time) => time.toFixed(1)).join(', ')} s`)
}
await database.close()
await cluster.stop()
