import { join } from 'node:path'
import { expect, test } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { executeCycle } from '../../domains/delivery/cycles/contract.ts'
import { propose } from '../delivery.ts'
import { databaseUrl, testDatabase } from '../index.ts'
import { isSoak } from '../soak.ts'
import { setStepTraps } from './every-step.ts'
import { graphAftermath } from './graph-aftermath.ts'
import { handOver, startPair } from './hand-over.ts'
import { inOwnDatabase } from './own-database.ts'
import { importLibrary } from './start-folder.ts'
import { description, isEarly, runtime, whole } from './three-tasks.ts'
import { some } from './walk.ts'

const database = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')

// Not every step: a death is a loss to each step that is at work in that process, and the fifth is one too many.
const chosen = [
  ...['build-task running 1', 'build-task running 3', 'merge-task running 2', 'verify running 1'],
  ...['prepare-delivery running 1', 'deliver running 1', 'apply-decision running 2'],
  ...['apply-decision parked 1', 'apply-decision parked 2', 'apply-decision parked 3'],
]

test.runIf(isSoak)(
  'a cycle of three tasks with a question, approvals and a conflict completes although one of two processes is killed ten times with a step under way or a person waited for, and nothing is doubled',
  { timeout: 3_600_000 },
  () =>
    inOwnDatabase(database, {}, async ({ start, url, root }) => {
      const pair = await startPair(start)
      const { projectId } = await importLibrary(pair.owner())
      const body = { requiresApproval: true, runtime }
      expect((await pair.owner().call(updateProject, { id: projectId, body })).status).toBe(200)
      const id = await propose(pair.owner(), projectId, description)
      const traps = await setStepTraps(url)
      await traps.close()
      expect((await pair.owner().call(executeCycle, { id })).status).toBe(200)
      const deaths = await handOver(url, pair, some(...chosen), { id, isEarly })
      expect(await graphAftermath(url, join(root, 'data'), id)).toEqual(whole)
      expect(deaths.size).toBe(chosen.length)
      await pair.stop()
    }),
)
