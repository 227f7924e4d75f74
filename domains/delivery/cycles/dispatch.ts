import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine, Run } from '../../../platform/jobs/index.ts'
import { findProject, holdPrimaryRepository, lockProject, primaryRepository } from '../../code/projects/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import type { ModelParts } from '../models/index.ts'
import { closeRequests } from '../requests/index.ts'
import { carrierFor, type NoCarrier } from './carrier.ts'
import { moveCycle } from './move.ts'
import { activeCycles, beginRun, lockCycle } from './store.ts'
import type { CycleRow } from './tables.ts'
import { statusAfter } from './rules.ts'

export interface Dispatched {
  readonly cycle: CycleRow
  readonly run: Run
}

/** Why no run can begin: the cycle's status, where its project's repository lives, or what would carry it out. */
export type NotDispatched = 'notExecutable' | 'notConnected' | NoCarrier['refused']

export interface DispatchParts extends ModelParts {
  readonly engine: Engine
  readonly everyDomain: Pick<EveryDomain, 'beginProject'>
}

/** Starts the next run of a cycle in the caller's transaction, or says why it cannot begin. */
export const dispatch = async (
  tx: Transaction,
  parts: DispatchParts,
  id: string,
  now: Date,
): Promise<Dispatched | NotDispatched> => {
  const { engine, everyDomain } = parts
  const cycle = await lockCycle(tx, id)
  if (!cycle || !statusAfter(cycle.status, 'execute')) return 'notExecutable'
  const repository =
    (await holdPrimaryRepository(tx, cycle.projectId)) ?? (await beginLate(tx, everyDomain, cycle.projectId))
  if (repository?.host !== 'native-repos') return 'notConnected'
  const project = await findProject(tx, cycle.projectId)
  const carrier = project && (await carrierFor(tx, parts, project))
  if (carrier && 'refused' in carrier) return carrier.refused
  const run = await engine.start(tx, { workspaceId: tx.workspace!, kind: 'cycle', subjectId: id })
  await beginRun(tx, id, run)
  const moved = await moveCycle(tx, id, 'execute', now)
  return moved ? { cycle: moved, run } : 'notExecutable'
}

/** Projects that were made without repositories before such projects got a history of their own get it here. */
const beginLate = async (tx: Transaction, everyDomain: DispatchParts['everyDomain'], projectId: string) => {
  const project = await lockProject(tx, projectId)
  const begun = await primaryRepository(tx, projectId)
  if (begun || !project) return begun
  await everyDomain.beginProject(tx, project)
  return primaryRepository(tx, projectId)
}

/** Stops what runs in a project that goes away. */
export const endWork = async (engine: Engine, tx: Transaction, projectId: string): Promise<void> => {
  const now = await tx.now()
  for (const { id, runId } of await activeCycles(tx, projectId)) {
    await moveCycle(tx, id, 'stop', now)
    if (!runId) continue
    await closeRequests(tx, runId, now, { decision: 'The project was deleted.' })
    await engine.cancel(tx, runId)
  }
}
