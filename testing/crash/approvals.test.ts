import { join } from 'node:path'
import { expect, test } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { cancelPendingRequest, resolvePendingRequest } from '../../domains/delivery/requests/contract.ts'
import { endOf } from '../delivery.ts'
import { requestOf } from '../runs/requests.ts'
import { lengthOf } from '../soak.ts'
import { aftermathOf, wholeAfter } from './aftermath.ts'
import { beginCycle, embeddedUrl, inRoot } from './crash-scene.ts'
import { filesOf } from './leftovers.ts'
import { startProcess } from './server-process.ts'
import { startFolder } from './start-folder.ts'
import { openTraps, type CrashPoint } from './traps.ts'

const timeout = 180_000
const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

/** The steps of a run whose change was approved. */
const approvedSteps = (steps: readonly string[]) => {
  // Before the pass that has the change merged.
  const at = steps.indexOf('merge-task done') - 1
  return [...steps.slice(0, at), 'apply-decision done', ...steps.slice(at)]
}

test.for(lengthOf<readonly CrashPoint[]>({ daily: ['committing'], soak: ['claimed', 'committing'] }))(
  'a run waits through the death of its server, and one that died after the decision (%s) goes on by it',
  { timeout },
  (place) =>
    inRoot(async (root) => {
      start.copyTo(root)
      const first = await startProcess(root, settings)
      await first.owner.call(updateProject, { id: start.projectId, body: { requiresApproval: true } })
      const id = await beginCycle(first.owner, start.projectId)
      const request = await requestOf(first.owner, id)
      await first.kill()

      const second = await startProcess(root, settings)
      const url = await embeddedUrl(root)
      expect(await requestOf(second.owner, id)).toEqual(request)
      const traps = await openTraps(url)
      const trap = await traps.set('apply-decision', place)
      const decision = { id: request.id, body: { status: 'approved' } }
      expect((await second.owner.call(resolvePendingRequest, decision)).status).toBe(200)
      await trap.sprung()
      await second.kill()
      await trap.open()
      await traps.close()

      const third = await startProcess(root, settings)
      expect((await third.owner.call(cancelPendingRequest, { id: request.id })).status).toBe(400)
      await endOf(third.owner, id)
      const whole = wholeAfter('apply-decision')
      expect(await aftermathOf(await embeddedUrl(root), join(root, 'data'), id)).toEqual({
        ...whole,
        steps: approvedSteps(whole.steps),
      })
      await third.stop()
      expect(await filesOf(root)).toEqual([])
    }),
)
