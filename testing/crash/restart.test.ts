import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../jobs/world.ts'
import { endOf } from '../delivery.ts'
import { aftermathOf, wholeAfter } from './aftermath.ts'
import { beginCycle, checkGatedAt, embeddedUrl, inRoot } from './crash-scene.ts'
import { crashPlans, type CrashPlan } from './crash-plans.ts'
import { openGate, someoneAtGate } from './gate.ts'
import { filesOf, processesOf, sandboxedOf } from './leftovers.ts'
import { startProcess } from './server-process.ts'
import { checkBy, startFolder } from './start-folder.ts'
import { openTraps } from './traps.ts'

const timeout = 180_000
const settings = { ATELIER_LOG_LEVEL: 'warn' }

const start = startFolder(settings)

// One before an effect, and one after what moved refs. After-a-death.test.ts and take-over.soak.test.ts have those while a
// command runs or a model answers.
const chosen: readonly CrashPlan[] = [
  { step: 'build-task', place: 'claimed' },
  { step: 'merge-task', place: 'committing' },
]

describe.concurrent('a server that is killed and restarted', () => {
  test.for(crashPlans(chosen))('$step, $place', { timeout }, (at) => inRoot((root) => crash(root, at)))
})

const crash = async (root: string, { step, place }: CrashPlan) => {
  start.copyTo(root)
  const data = join(root, 'data')
  const first = await startProcess(root, settings)
  const url = await embeddedUrl(root)
  const traps = await openTraps(url)
  const gatedAt = place === 'in its command' ? step : undefined
  await checkBy(first.owner, start.projectId, checkGatedAt(gatedAt))
  const trap = place === 'in its command' ? undefined : await traps.set(step, place)
  const cycleId = await beginCycle(first.owner, start.projectId, gatedAt)
  if (trap) await trap.sprung()
  else await someoneAtGate(data)
  await first.kill()
  await trap?.open()
  await openGate(data)
  await eventually(async () => (await sandboxedOf(root, [first.pid])).length === 0)
  const second = await startProcess(root, settings)
  await endOf(second.owner, cycleId)
  expect(await aftermathOf(url, data, cycleId)).toEqual(place === 'claiming' ? wholeAfter() : wholeAfter(step))
  await traps.close()
  expect(await sandboxedOf(root, [first.pid, second.pid])).toEqual([])
  await second.stop()
  expect(await processesOf(root, [first.pid, second.pid])).toEqual([])
  expect(await filesOf(root)).toEqual([])
}
