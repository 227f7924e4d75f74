import { inject } from 'vitest'
import { startFakeS3 } from '../objects/s3.ts'
import type {} from '../runner/global-setup.ts'
import { objectsIn } from './checker/index.ts'
import { startCompletions } from './completions.ts'
import { folderDisks } from './disks.ts'
import { type Machine, startMachine } from './machine.ts'
import { settingsOf } from './settings.ts'
import { type SoakOutcome, type SoakPlan, workThroughFaults } from './work-through-faults.ts'

const host = { address: '127.0.0.1', within: [] }

/** Lets people work at two machines on this host, which share this database and a bucket. */
export const workAtTwoMachines = async (url: string, plan: SoakPlan): Promise<SoakOutcome> => {
  const [storage, completions] = await Promise.all([startFakeS3('soak'), startCompletions()])
  const disks = await folderDisks(inject('diskFolder'))
  const machines: Machine[] = []
  try {
    const settings = settingsOf(url, { storage: storage.endpoint, completions })
    machines.push(await startMachine({ name: 'a', host, disks, settings, roles: ['all'] }))
    const { owner } = machines[0]!
    machines.push(await startMachine({ name: 'b', host, disks, settings, roles: ['all'], owner }))
    const targets = { machines, storage: async (state: object) => Object.assign(storage.state, state) }
    const objects = async () => objectsIn(storage.objects)
    return await workThroughFaults({ targets, url, completions, objects }, plan)
  } finally {
    for (const machine of machines) await machine.end()
    await disks.close()
    await storage.close()
    completions.close()
  }
}
