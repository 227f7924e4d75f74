import { expect, test } from 'vitest'
import { inOwnDatabase } from '../crash/own-database.ts'
import { databaseUrl, testDatabase } from '../index.ts'
import { chanceOf } from '../simulation/chance.ts'
import { faults, type Fault, type FaultTargets } from './faults.ts'
import { workAtTwoMachines } from './two-machines.ts'

const cluster = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')
const few = ['kill', 'storage waits', 'machine and disk', 'storage away'] as const satisfies readonly Fault[]

test(
  `work at two machines without a shared folder loses and doubles nothing through ${few.join(', ')}`,
  { timeout: 600_000 },
  () =>
    inOwnDatabase(cluster, {}, async ({ url }) => {
      const plan = { work: twice, faults: oneOfEach, log: () => undefined }
      const { accepted, findings } = await workAtTwoMachines(url, plan)
      const each = { import: 2, cycle: 2, push: 2, deployment: 2, document: 2, batch: 2, invoice: 2, letter: 2 }
      expect({ accepted, findings }).toEqual({ accepted: each, findings: [] })
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
