import { cycles as cycleOperations } from '../../../domains/delivery/cycles/contract.ts'
import type { CycleStatus } from '../../../domains/delivery/cycles/rules.ts'
import { planning } from '../../../domains/delivery/planning/contract.ts'
import { listCyclePendingRequests, resolvePendingRequest } from '../../../domains/delivery/requests/contract.ts'
import { runs } from '../../../domains/delivery/runs/contract.ts'
import { readChange } from '../demo/sample.ts'
import { failed } from '../failure.ts'
import type { ProjectIds } from './repositories.ts'
import type { Seeding } from './seeding.ts'
import { until } from './until.ts'

export interface SeededCycles {
  readonly openingHours: string
  readonly allergens: string
  readonly birthdayCakes: string
  readonly groups: string
}

/** Cycles that have ended, wait for a person or were not begun: each gets there by a real run, one after another. */
export const seedCycles = async (seeding: Seeding, projects: ProjectIds): Promise<SeededCycles> => {
  const [bakery, theatre] = await Promise.all([
    bakeryCycles(seeding, projects.bakery),
    theatreCycles(seeding, projects.theatre),
  ])
  await completed(seeding, projects['word-count'], 'word-count')
  return { ...bakery, ...theatre }
}

/** Two cycles at work for some minutes, one in review and one running. They come last, since they keep sandboxes. */
export const seedCyclesAtWork = async (seeding: Seeding, projects: ProjectIds): Promise<void> => {
  const project = projects['word-count']
  await reached(seeding, await execute(seeding, project, 'changes/slow-together'), ['reviewing'])
  await reached(seeding, await execute(seeding, project, 'changes/long-measurement'), ['running'])
}

const bakeryCycles = async (seeding: Seeding, project: string) => {
  const hours = await approved(seeding, project, 'changes/opening-hours', 'The hours are those on our door.')
  const named = await approved(seeding, project, 'changes/allergens', 'Held against the list of the kitchen.')
  const cakes = await asking(seeding, project, 'changes/birthday-cakes')
  await propose(seeding, project, 'changes/german')
  return { openingHours: hours, allergens: named, birthdayCakes: cakes }
}

const theatreCycles = async (seeding: Seeding, project: string) => {
  const decision = 'Looked at, and tried with eleven tickets.'
  const groups = await approved(seeding, project, 'changes/reduced-for-groups', decision)
  await reached(seeding, await execute(seeding, project, 'changes/printed-tickets'), ['failed'])
  await stopped(seeding, await asking(seeding, project, 'changes/season-tickets'))
  await asking(seeding, project, 'changes/rounded-prices')
  await propose(seeding, project, 'changes/waiting-list')
  return { groups }
}

const propose = async ({ client }: Seeding, projectId: string, change: string): Promise<string> => {
  const { cycle } = await client.call(planning.proposeCycle, { body: { projectId, ...(await readChange(change)) } })
  return cycle.id
}

const execute = async (seeding: Seeding, projectId: string, change: string): Promise<string> => {
  const id = await propose(seeding, projectId, change)
  await seeding.client.call(runs.executeCycle, { params: { id } })
  return id
}

const ends: readonly CycleStatus[] = ['completed', 'failed', 'stopped']

const approvePending = async ({ client }: Seeding, id: string, decision?: string) => {
  const pending = await client.call(listCyclePendingRequests, { params: { id }, query: { status: 'pending' } })
  for (const request of pending.filter(({ requestType }) => requestType === 'approval'))
    await client.call(resolvePendingRequest, {
      params: { id: request.id },
      body: { status: 'approved', ...(decision && { decision }) },
    })
}

const reached = async (seeding: Seeding, id: string, wanted: readonly CycleStatus[]): Promise<string> => {
  const { client, session } = seeding
  await until(
    async () => {
      const { cycle } = await client.call(cycleOperations.getCycle, { params: { id } })
      if (wanted.includes(cycle.status)) return cycle.status
      // A part that no test sees is put to a person, who is the seed.
      if (cycle.status === 'blocked' && wanted.includes('completed')) await approvePending(seeding, id)
      if (ends.includes(cycle.status))
        throw failed('seed_cycle', `The cycle “${cycle.title}” is ${cycle.status}: ${cycle.failure?.message ?? ''}`)
      return undefined
    },
    { signal: session.signal, awaited: `cycle ${id} to be ${wanted.join(' or ')}` },
  )
  return id
}

const completed = async (seeding: Seeding, project: string, change: string) =>
  reached(seeding, await execute(seeding, project, change), ['completed'])

/** Executes a change until its run waits for a person. */
const asking = async (seeding: Seeding, project: string, change: string) =>
  reached(seeding, await execute(seeding, project, change), ['blocked'])

/** A change that no test of another hand proves, which the owner approves. */
const approved = async (seeding: Seeding, project: string, change: string, decision: string) => {
  const id = await asking(seeding, project, change)
  await approvePending(seeding, id, decision)
  return reached(seeding, id, ['completed'])
}

const stopped = async (seeding: Seeding, id: string) => {
  await seeding.client.call(cycleOperations.stopCycle, { params: { id } })
  return reached(seeding, id, ['stopped'])
}
