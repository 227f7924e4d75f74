import type { Transaction } from '../../../platform/db/transaction.ts'
import { capOfCycle, capOfProject, capOfWorkspace, type InstanceCaps } from '../../code/projects/rules/caps.ts'
import { capsOfProjects, shareProject, shareWorkspaceDefaults, type WorkspaceCaps } from '../../code/projects/index.ts'
import { applyCaps, type Cap, instanceScope } from '../../agents/spending/index.ts'
import { capsOfCyclesAtWork, putCycleCap, shareCycle } from './store-caps.ts'

interface Paying {
  readonly workspaceId: string
  readonly projectId: string
  readonly cycleId: string
}

/** Sets the current caps of a cycle's model calls, with their rows locked; false if cycle or project was deleted. */
export const capSpending = async (tx: Transaction, caps: InstanceCaps, of: Paying): Promise<boolean> => {
  const defaults = await shareWorkspaceDefaults(tx)
  const project = await shareProject(tx, { id: of.projectId })
  const cycle = await shareCycle(tx, { id: of.cycleId })
  if (!project || !cycle) return false
  await applyCaps(tx, [
    capTo('cycle', of.cycleId, capOfCycle(cycle.costCapMicros, project, caps)),
    capTo('project', of.projectId, capOfProject(project, caps)),
    capTo('workspace', of.workspaceId, capOfWorkspace(defaults.costCapMicros, caps)),
    { scope: instanceScope, capMicros: caps.instanceMicros ?? null },
  ])
  return true
}

const capTo = (kind: Cap['scope']['kind'], id: string, capMicros: number | null) => ({ scope: { kind, id }, capMicros })

/** Sets caps that follow from the workspace's current settings: for itself, its projects, and the cycles at work. */
export const capWorkspace = async (tx: Transaction, caps: InstanceCaps, workspaceId: string, said: WorkspaceCaps) => {
  const inherited = { requiresApproval: null, review: {}, approval: {}, delivery: {}, ...said }
  const projects = await capsOfProjects(tx)
  const cycles = await capsOfCyclesAtWork(tx)
  await applyCaps(tx, [
    ...cycles.map(({ id, costCapMicros }) => capTo('cycle', id, capOfCycle(costCapMicros, { inherited }, caps))),
    ...projects.map((one) => capTo('project', one.id, capOfProject({ ...one, inherited }, caps))),
    capTo('workspace', workspaceId, capOfWorkspace(said.costCapMicros, caps)),
  ])
}

/** Sets or, with null, removes a cycle's own cap, which holds at once; false if the cycle was deleted. */
export const capCycle = async (
  tx: Transaction,
  caps: InstanceCaps,
  { projectId, cycleId }: Pick<Paying, 'projectId' | 'cycleId'>,
  capMicros: number | null,
): Promise<boolean> => {
  await shareWorkspaceDefaults(tx)
  const project = await shareProject(tx, { id: projectId })
  if (!project || !(await putCycleCap(tx, { id: cycleId, capMicros }))) return false
  await applyCaps(tx, [capTo('cycle', cycleId, capOfCycle(capMicros, project, caps))])
  return true
}
