import { expect, inject, test } from 'vitest'
import { inOwnDatabase } from '../crash/own-database.ts'
import { databaseUrl, testDatabase } from '../index.ts'
import { startFakeS3 } from '../objects/s3.ts'
import type {} from '../runner/global-setup.ts'
import { chanceOf } from '../simulation/chance.ts'
import { objectsIn } from './checker/index.ts'
import { startCompletions } from './completions.ts'
import { folderDisks } from './disks.ts'
import { faults, type Fault, type FaultTargets } from './faults.ts'
import { startMachine, type Machine } from './machine.ts'
import { settingsOf } from './settings.ts'
import { workThroughFaults } from './work-through-faults.ts'

const cluster = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')
const host = { address: '127.0.0.1', within: [] }
const few = ['kill', 'storage waits', 'machine and disk', 'storage away'] as const satisfies readonly Fault[]

test(
  `work at two machines without a shared folder loses and doubles nothing through ${few.join(', ')}`,
  { timeout: 600_000 },
  () =>
    inOwnDatabase(cluster, {}, async ({ url }) => {
      const [storage, completions] = await Promise.all([startFakeS3('soak'), startCompletions()])
      const disks = await folderDisks(inject('diskFolder'))
      const machines: Machine[] = []
      try {
        const settings = settingsOf(url, { storage: storage.endpoint, completions })
        machines.push(await startMachine({ name: 'a', host, disks, settings, roles: ['all'] }))
        const { owner } = machines[0]!
        machines.push(await startMachine({ name: 'b', host, disks, settings, roles: ['all'], owner }))
        const targets = { machines, storage: async (state: object) => Object.assign(storage.state, state) }
        const world = { targets, url, completions, objects: async () => objectsIn(storage.objects) }
        const plan = { work: twice, faults: oneOfEach, log: () => undefined }
        const { accepted, findings } = await workThroughFaults(world, plan)
        const each = { import: 2, cycle: 2, push: 2, deployment: 2, document: 2, batch: 2, invoice: 2, letter: 2 }
        expect({ accepted, findings }).toEqual({ accepted: each, findings: [] })
      } finally {
        for (const machine of machines) await machine.end()
        await disks.close()
        await storage.close()
        completions.close()
      }
    }),
)

const twice = async ({ workOnce }: { readonly workOnce: () => Promise<void> }) => {
  await Promise.all([workOnce(), workOnce()])
}

const oneOfEach = async (targets: FaultTargets) => {
  const chance = chanceOf(1)
  for (const fault of few) await faults[fault](chance, targets)
  return {}
}
