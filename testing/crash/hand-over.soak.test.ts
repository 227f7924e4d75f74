import { join } from 'node:path'
import { expect, test } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { propose } from '../delivery.ts'
import { databaseUrl, testDatabase } from '../index.ts'
import { setStepTraps } from './every-step.ts'
import { graphAftermath } from './graph-aftermath.ts'
import { handOver, startPair } from './hand-over.ts'
import { inOwnDatabase } from './own-database.ts'
import { importLibrary } from './start-folder.ts'
import { description, isEarly, runtime, whole } from './three-tasks.ts'
import { some, type CrashWalk } from './walk.ts'

const database = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')

/** Every commit of the cycle: each step as it begins and as it ends, and each wait for a person. */
const commits = Object.entries(whole.steps).flatMap(([kind, count]) => {
  const name = kind.split(' ')[0]!
  const statuses = name === 'apply-decision' ? ['running', 'done', 'parked'] : ['running', 'done']
  return statuses.flatMap((status) => Array.from({ length: count }, (_, at) => `${name} ${status} ${at + 1}`))
})

/** One cycle cannot bear them all: a death is a loss to each step at work in that process, and the fifth is one too many. */
const cycles = 3

/** A share of the commits, and of the passes of the coordinator, whose number varies. */
const share = (number: number) => {
  const own = commits.filter((_, at) => at % cycles === number)
  const chosen = some(...own)
  const deadly: string[] = []
  const walk: CrashWalk = {
    name: `share ${number + 1} of ${cycles}`,
    isDeadly: (caught, count) => {
      const isPass = caught.name === 'advance' && count % (2 * cycles) === number
      if (!isPass && !chosen.isDeadly(caught, count)) return false
      deadly.push(`${caught.name} ${caught.status} ${count}`)
      return true
    },
  }
  return { own, walk, deadly }
}

test.for([0, 1, 2])(
  'a cycle with three tasks, a question, approvals and a conflict completes, with nothing doubled, although a process of two is killed after every third commit of its steps (from %i on)',
  { timeout: 3_600_000 },
  (number) =>
    inOwnDatabase(database, {}, async ({ start, url, root }) => {
      const { own, walk, deadly } = share(number)
      const pair = await startPair(start)
      const { projectId } = await importLibrary(pair.owner())
      const body = { requiresApproval: true, runtime }
      expect((await pair.owner().call(updateProject, { id: projectId, body })).status).toBe(200)
      const id = await propose(pair.owner(), projectId, description)
      const traps = await setStepTraps(url)
      await traps.close()
      expect((await pair.owner().call(executeCycle, { id })).status).toBe(200)
      const deaths = await handOver(url, pair, walk, { id, isEarly })
      expect(await graphAftermath(url, join(root, 'data'), id)).toEqual(whole)
      expect(own.filter((commit) => !deadly.includes(commit))).toEqual([])
      expect(deaths.size).toBe(deadly.length)
      await pair.stop()
    }),
)
