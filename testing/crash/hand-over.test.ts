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
import { every } from './walk.ts'

const database = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
/** The steps that the cycle takes beside those that only choose the next one, and how often a person is waited for. */
const begun = sum(Object.values(whole.steps))
const waited = sum(whole.requests.map(({ count }) => count))

test.runIf(isSoak)(
  'a cycle of three tasks with a question, approvals and a conflict completes on another process each time one is killed with a step under way or a person waited for, and nothing is doubled',
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
      const deaths = await handOver(url, pair, every('running', 'parked'), { id, isEarly })
      expect(await graphAftermath(url, join(root, 'data'), id)).toEqual(whole)
      expect(deaths.size).toBeGreaterThanOrEqual(begun + waited)
      await pair.stop()
    }),
)
