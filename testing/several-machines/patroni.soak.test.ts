import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { temporaryFolder } from '../cluster.ts'
import type {} from '../runner/global-setup.ts'
import { chanceOf } from '../simulation/chance.ts'
import type { Office } from './office.ts'
import { patroniObstacle, startPatroni } from './patroni.ts'
import { workAtTwoMachines } from './two-machines.ts'

const obstacle = patroniObstacle()

test.skipIf(obstacle !== undefined)(
  `work at two machines loses and doubles nothing while Patroni replaces a primary that is killed, and a primary that it does not reach (${obstacle ?? 'PostgreSQL 15 behind HAProxy'})`,
  { timeout: 1_800_000 },
  async () => {
    const log = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
    const folder = await temporaryFolder(inject('diskFolder'))
    const database = await startPatroni(folder, log)
    const faults = async () => {
      for (const replace of [database.failOver, database.freeze, database.failOver]) {
        await pause(10_000)
        await replace()
      }
      return {}
    }
    try {
      const { accepted, findings } = await workAtTwoMachines(database.url, { work, faults, log: () => undefined })
      log({ accepted })
      expect(findings).toEqual([])
      expect(Object.keys(accepted)).toEqual(expect.arrayContaining(['import', 'cycle', 'push', 'invoice']))
    } finally {
      await database.stop()
      await rm(folder, { recursive: true })
    }
  },
)

const work = async (office: Office, isOver: () => boolean) => {
  const chance = chanceOf(1)
  await Promise.all([office.workProjects(chance.apart(1), isOver), office.workPapers(chance.apart(2), isOver)])
}
