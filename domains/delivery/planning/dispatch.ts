import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ChildStart, Engine, Run } from '../../../platform/jobs/index.ts'
import { findProject, lockProject } from '../../code/projects/index.ts'
import { shareLockPrimaryRepository, primaryRepository } from '../../code/repository-records/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import type { ModelParts } from '../../agents/models/index.ts'
import { openRerunsIn } from '../checks/index.ts'
import { closeRequestsOfRun, moveCycle, activeCycles, beginRun, lockCycle, type CycleRow } from '../cycles/index.ts'
import { beginsWithGit } from './rules-reverts.ts'
import { carrierFor, type NoCarrier } from '../workbench/index.ts'
import { endProjectRun } from './project-run/end.ts'
import { statusAfter } from '../cycles/rules.ts'

interface DispatchResult {
  readonly cycle: CycleRow
  readonly run: Run
}

/** Why no run can begin: the cycle's status, where its project's repository lives, or what would carry it out. */
type DispatchObstacle = 'notExecutable' | 'notConnected' | NoCarrier['refused']

export interface DispatchParts extends ModelParts {
  readonly engine: Engine
  readonly everyDomain: Pick<EveryDomain, 'beginProject'>
}

/** Starts the next run of a cycle in the caller's transaction, or returns why it cannot begin. */
export const dispatch = async (
  tx: Transaction,
  parts: DispatchParts,
  id: string,
  now: Date,
): Promise<DispatchResult | DispatchObstacle> => {
  const cycle = await lockExecutable(tx, id)
  if (!cycle) return 'notExecutable'
  await beginMissingHistory(tx, parts.everyDomain, cycle.projectId)
  const start = (child: ChildStart) => parts.engine.start(tx, { workspaceId: tx.workspace!, ...child })
  return dispatchLocked(tx, parts, cycle, now, start)
}

/** Starts a run by `start`: on its own, or as the child of another run. */
export const dispatchWith = async (
  tx: Transaction,
  parts: ModelParts,
  id: string,
  now: Date,
  start: (child: ChildStart) => Promise<Run>,
): Promise<DispatchResult | DispatchObstacle> => {
  const cycle = await lockExecutable(tx, id)
  return cycle ? dispatchLocked(tx, parts, cycle, now, start) : 'notExecutable'
}

/** The cycle, locked; undefined if it was deleted or its status lets no run begin. */
const lockExecutable = async (tx: Transaction, id: string): Promise<CycleRow | undefined> => {
  const cycle = await lockCycle(tx, id)
  return cycle && statusAfter(cycle.status, 'execute') ? cycle : undefined
}

const dispatchLocked = async (
  tx: Transaction,
  parts: ModelParts,
  cycle: CycleRow,
  now: Date,
  start: (child: ChildStart) => Promise<Run>,
): Promise<DispatchResult | DispatchObstacle> => {
  const refused = beginsWithGit(cycle)
    ? await connectionObstacle(tx, cycle.projectId)
    : await projectObstacle(tx, parts, cycle.projectId)
  if (refused) return refused
  const run = await start({ kind: 'cycle', subjectId: cycle.id })
  await beginRun(tx, { id: cycle.id, runId: run.id, number: run.number })
  const moved = await moveCycle(tx, cycle.id, 'execute', now)
  return moved ? { cycle: moved, run } : 'notExecutable'
}

/** Why no run of any cycle of the project can begin; undefined if one can. */
export const projectObstacle = async (
  tx: Transaction,
  parts: ModelParts,
  projectId: string,
): Promise<'notConnected' | NoCarrier['refused'] | undefined> => {
  const refused = await connectionObstacle(tx, projectId)
  if (refused) return refused
  const project = await findProject(tx, projectId)
  const carrier = project && (await carrierFor(tx, parts, project))
  return carrier && 'refused' in carrier ? carrier.refused : undefined
}

/** A change made by git needs no agent unless it conflicts or a check fails; then its task names the missing agent. */
const connectionObstacle = async (tx: Transaction, projectId: string): Promise<'notConnected' | undefined> =>
  (await shareLockPrimaryRepository(tx, { projectId }))?.host === 'native-repos' ? undefined : 'notConnected'

/** Projects that were made without repositories before such projects got a history of their own get it here. */
export const beginMissingHistory = async (
  tx: Transaction,
  everyDomain: DispatchParts['everyDomain'],
  projectId: string,
): Promise<void> => {
  if (await primaryRepository(tx, projectId)) return
  const project = await lockProject(tx, projectId)
  if (project && !(await primaryRepository(tx, projectId))) await everyDomain.beginProject(tx, project)
}

/** Stops the cycles and reruns of a project that is being deleted. */
export const stopProjectWork = async (engine: Engine, tx: Transaction, projectId: string): Promise<void> => {
  const now = await tx.now()
  const active = await activeCycles(tx, projectId)
  for (const { id, runId } of active) {
    await moveCycle(tx, id, 'stop', now)
    if (runId) await closeRequestsOfRun(tx, runId, now, { decision: 'The project was deleted.' })
  }
  await endProjectRun(engine, tx, projectId)
  for (const { runId } of active) if (runId) await engine.cancel(tx, runId)
  for (const runId of await openRerunsIn(tx, projectId)) await engine.cancel(tx, runId)
}
