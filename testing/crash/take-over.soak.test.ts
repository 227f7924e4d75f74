import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../jobs/world.ts'
import { createTestDatabase, databaseUrl, dropTestDatabase, migratedTemplate, testDatabase } from '../index.ts'
import { endOf } from '../delivery.ts'
import { aftermathOf, wholeAfter } from './aftermath.ts'
import { beginCycle, checkGatedAt, inRoot } from './crash-scene.ts'
import { crashPlans, type CrashPlan } from './crash-plans.ts'
import { openGate, someoneAtGate } from './gate.ts'
import { filesOf, processesOf, sandboxedOf } from './leftovers.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { checkBy, importLibrary } from './start-folder.ts'
import { openTraps } from './traps.ts'

const timeout = 300_000
const server = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')

const killed: readonly CrashPlan[] = [{ step: 'deliver', place: 'committing' }]
// One that is frozen before its step's effect is tried in platform/jobs/take-over.test.ts.
const frozen: readonly CrashPlan[] = [{ step: 'build-task', place: 'in its command' }]

describe.concurrent('with a second worker alive, the first one', () => {
  test.for(crashPlans(killed))('is killed: $step, $place', { timeout }, (at) => inWorld((world) => kill(world, at)))
  test.for(crashPlans(frozen))('is frozen and woken: $step, $place', { timeout }, (at) =>
    inWorld((world) => freeze(world, at)),
  )
})

interface World {
  readonly root: string
  readonly data: string
  readonly url: string
  start(): Promise<ServerProcess>
}

const inWorld = (work: (world: World) => Promise<void>) =>
  inRoot(async (root) => {
    const name = await createTestDatabase(server, migratedTemplate)
    const url = databaseUrl(server, name)
    const settings = {
      DATABASE_URL: url,
      SECRETS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      ATELIER_DATABASE_CONNECTIONS: '4',
    }
    try {
      await work({ root, data: join(root, 'data'), url, start: () => startProcess(root, settings) })
    } finally {
      await dropTestDatabase(server, name)
    }
  })

/** Brings the first server to the place. */
const bringTo = async ({ data, url, start }: World, { step, place }: CrashPlan) => {
  const first = await start()
  const { projectId } = await importLibrary(first.owner)
  const traps = await openTraps(url)
  const gatedAt = place === 'in its command' ? step : undefined
  await checkBy(first.owner, projectId, checkGatedAt(gatedAt))
  const trap = place === 'in its command' ? undefined : await traps.set(step, place)
  const cycleId = await beginCycle(first.owner, projectId, gatedAt)
  await trap?.sprung()
  const worktree = trap ? undefined : await someoneAtGate(data)
  return { first, cycleId, trap, traps, worktree }
}

const kill = async (world: World, at: CrashPlan) => {
  const { first, cycleId, trap, traps } = await bringTo(world, at)
  const second = await world.start()
  await first.kill()
  await trap?.open()
  await openGate(world.data)
  await eventually(async () => (await sandboxedOf(world.root, [first.pid])).length === 0)
  await endOf(second.owner, cycleId)
  await traps.close()
  expect(await aftermathOf(world.url, world.data, cycleId)).toEqual(wholeAfter(...repeatedAt(at)))
  await second.stop()
  expect(await processesOf(world.root, [first.pid, second.pid])).toEqual([])
  // A process that died leaves its own temporary folders to the next start.
  expect((await filesOf(world.root)).filter((path) => !path.includes(`.${first.pid}.`))).toEqual([])
}

const freeze = async (world: World, at: CrashPlan) => {
  const { first, cycleId, trap, traps, worktree } = await bringTo(world, at)
  first.freeze()
  // Before the second starts: a statement that waits in the trap for long is given up, and its step with it.
  await trap?.open()
  const second = await world.start()
  if (worktree) await someoneAtGate(world.data, worktree)
  else await endOf(second.owner, cycleId)
  first.wake()
  await first.said(/this attempt changed nothing|Could not settle a step/)
  await openGate(world.data)
  await endOf(second.owner, cycleId)
  await traps.close()
  expect(await aftermathOf(world.url, world.data, cycleId)).toEqual(wholeAfter(...repeatedAt(at)))
  expect(await sandboxedOf(world.root, [first.pid, second.pid])).toEqual([])
  await Promise.all([first.stop(), second.stop()])
  expect(await processesOf(world.root, [first.pid, second.pid])).toEqual([])
  expect(await filesOf(world.root)).toEqual([])
}

const repeatedAt = ({ step, place }: CrashPlan) => (place === 'claiming' ? [] : [step])
