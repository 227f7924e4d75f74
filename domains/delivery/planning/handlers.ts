import { v7 as uuidv7 } from 'uuid'
import { type Caller, isAgency } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle, refuse } from '../../../platform/handler/index.ts'
import { type Engine, ifNotQueued, type Diagnostics } from '../../../platform/jobs/index.ts'
import { lockProject } from '../../code/projects/index.ts'
import { findRepository } from '../../code/repository-records/index.ts'
import { headRevision, revisionOfProject } from '../../code/revisions/index.ts'
import { acceptanceTestsOf, markAcceptanceTestsKept, countAcceptanceTests } from '../acceptance/index.ts'
import {
  aboutCycle as auditSubject,
  createCycle,
  findCycle,
  presentCycle,
  isBeingRestored,
  markReverted,
  taskAuditSubject,
  closeRequestsOfRun,
  moveCycle,
  draftsAmong,
  orderCycles,
  type CycleRow,
} from '../cycles/index.ts'
import { refsOf, planLimits } from '../cycles/rules.ts'
import { filesToKeep } from '../examination/index.ts'
import { closeRequests } from '../requests/index.ts'
import {
  findTask,
  markTestsKept,
  lastNumberOf,
  planTask,
  presentTask,
  replaceNeeds,
  editTask,
  removeTask,
  failureFor,
} from '../tasks/index.ts'
import { progressOf } from '../tasks/rules.ts'
import * as contract from './contract.ts'
import { beginMissingHistory, type DispatchParts, projectObstacle } from './dispatch.ts'
import { faultsOfDependsOn, lockPlan, needsByTask, titleFrom } from './editable-plan.ts'
import { beginIntake } from './intake/sort-proposal.ts'
import { wakeAutonomousRun, resumeProjectRun, recordProjectRunEvent, endProjectRun } from './project-run/end.ts'
import { presentProjectRun, stepsOf, presentRun } from './project-run/present.ts'
import { faultsOfOrder } from './project-run/rules.ts'
import {
  beginProjectRun,
  lockProjectRun,
  findProjectRun,
  activeCyclePage,
  endedCyclePage,
  nextCycles,
  type RoadmapRow,
} from './project-run/store.ts'
import { intakeReason } from './rules-intake.ts'
import { descriptionOfKeptTests, titleOfKeptTests } from './rules-plan.ts'
import { descriptionOfRestore, titleOfRestore, descriptionOfRevert, titleOfRevert } from './rules-reverts.ts'

const keepExaminerTests = (engine: Engine) =>
  handle(contract.keepExaminerTests, async ({ tx, params, body, caller, now, absent, fail, accepted }) => {
    const task = (await findTask(tx, params.id)) ?? absent()
    const delivered = await findCycle(tx, task.cycleId)
    if (delivered?.status !== 'completed' || progressOf(task) !== 'merged') return fail.notDelivered()
    const ofPeople = body.acceptance ? await acceptanceTestsOf(tx, task.cycleId) : []
    if (filesToKeep(task.review?.examination).length + ofPeople.length === 0) return fail.noTests()
    const id = uuidv7()
    if (!(await markTestsKept(tx, task.id, id, now))) return fail.kept()
    if (ofPeople.length > 0) await markAcceptanceTestsKept(tx, { cycleId: task.cycleId, by: id })
    const source = { keepsTestsOfTaskId: task.id }
    const cycle = await createCycle(tx, {
      id,
      projectId: task.projectId,
      targetBranch: delivered.targetBranch ?? undefined,
      title: titleOfKeptTests(task.title),
      description: descriptionOfKeptTests(task),
      ...source,
      createdBy: caller.userId,
      now,
    })
    return accepted(...(await takeUpDraft(engine, tx, cycle, caller, source)))
  })

const proposeCycle = (engine: Engine) =>
  handle(contract.proposeCycle, async ({ tx, body, caller, now, fail, accepted }) => {
    const cycle = await createCycle(tx, { ...body, id: uuidv7(), createdBy: caller.userId, now })
    await beginIntake(engine, tx, cycle, now).catch(ifNotQueued(() => fail.notQueued()))
    return accepted(...(await takeUpDraft(engine, tx, cycle, caller)))
  })

/** Wakes the autonomous run of the project, which takes a new draft up; returns the answer and the audit subject. */
const takeUpDraft = async (
  engine: Engine,
  tx: Transaction,
  cycle: CycleRow,
  caller: Pick<Caller, 'role'>,
  source: object = {},
) => {
  const adopted = await wakeAutonomousRun(engine, tx, cycle.projectId)
  const answer = { cycle: presentCycle(cycle, caller), adopted }
  return [answer, auditSubject(cycle, { title: cycle.title, adopted, ...source })] as const
}

const oneWay = { path: '', message: 'has either cycleId, or revisionId and expectedRevisionId', rule: 'oneOf' }

const goBack = (engine: Engine) =>
  handle(contract.goBack, async ({ tx, params, body, caller, level, now, absent, fail, invalid, accepted }) => {
    const created = { id: uuidv7(), createdBy: caller.userId, now }
    const undo = async (cycleId: string) => {
      const found = await findCycle(tx, cycleId)
      if (found?.projectId !== params.id) return absent('cycle')
      if (found.status !== 'completed' || !found.mergedSha) return fail.notDelivered()
      const { id, projectId, title, targetBranch, mergedSha } =
        (await markReverted(tx, { id: found.id, by: created.id, now })) ?? fail.reverted()
      const words = { title: titleOfRevert(title), description: descriptionOfRevert({ title, mergedSha: mergedSha! }) }
      const source = { revertsCycleId: id }
      const at = { projectId, targetBranch: targetBranch ?? undefined }
      return { cycle: await createCycle(tx, { ...created, ...at, ...words, ...source }), source }
    }
    const returnTo = async (revisionId: string, expectedRevisionId: string) => {
      if (caller.role === 'client' || level !== 'manage') return refuse('forbidden')
      // Code that moves the head of the project locks this row as well.
      const project = (await lockProject(tx, params.id)) ?? absent()
      const to = (await revisionOfProject(tx, project.id, revisionId)) ?? fail.noRevision()
      const from = await headRevision(tx, project.id)
      if (from?.id !== expectedRevisionId) return fail.headMoved()
      if (to.id === from.id) return fail.newest()
      if (to.repositoryId !== from.repositoryId) return fail.otherRepository()
      if (await isBeingRestored(tx, project.id, to.id, from.id)) return fail.restoring()
      const words = { title: titleOfRestore(to), description: descriptionOfRestore(to, from) }
      const source = { restoresRevisionId: to.id, restoresFromRevisionId: from.id }
      return { cycle: await createCycle(tx, { ...created, projectId: project.id, ...words, ...source }), source }
    }
    const { cycleId, revisionId, expectedRevisionId } = body
    const isUndo = cycleId !== undefined
    if (isUndo === (revisionId !== undefined) || isUndo === (expectedRevisionId !== undefined)) return invalid([oneWay])
    const { cycle, source } = await (isUndo ? undo(cycleId) : returnTo(revisionId!, expectedRevisionId!))
    return accepted(...(await takeUpDraft(engine, tx, cycle, caller, source)))
  })

const addCycleTask = (engine: Pick<Engine, 'wake'>) =>
  handle(contract.addCycleTask, async ({ tx, params, body, caller, now, fail, invalid, created }) => {
    const { cycle, place, tasks } = (await lockPlan(tx, params.id)) ?? fail.closed()
    if (tasks.length >= planLimits.tasks) return fail.tooMany()
    const { title, description, dependsOn = [], repositoryId } = body
    const id = uuidv7()
    const faults = await faultsOfDependsOn(tx, tasks, id, dependsOn)
    if (faults.length > 0) return invalid(faults)
    const elsewhere = await repositoryFaults(tx, cycle.projectId, repositoryId)
    if (elsewhere.length > 0) return invalid(elsewhere)
    const ofRemoved = place === 'run' ? await lastNumberOf(tx, cycle.runId!) : 0
    const number = Math.max(ofRemoved, ...tasks.map((task) => task.number)) + 1
    const ofRun = place === 'run' && {
      runId: cycle.runId!,
      branch: refsOf(cycle.id, cycle.runNumber).task(number),
      repositoryId: repositoryId ?? cycle.repositoryId ?? undefined,
    }
    const added = { id, projectId: cycle.projectId, cycleId: cycle.id, number, title, description, repositoryId, now }
    const task = await planTask(tx, { ...added, ...ofRun, addedBy: caller.userId })
    await replaceNeeds(tx, id, dependsOn)
    if (place === 'run') await engine.wake(tx, cycle.runId!)
    return created(await presentTask(tx, task, caller), taskAuditSubject(task))
  })

const updateCycleTask = (engine: Pick<Engine, 'wake'>) =>
  handle(contract.updateCycleTask, async ({ tx, params, body, caller, now, absent, fail, invalid, ok }) => {
    const { cycle, place, tasks } = (await lockPlan(tx, params.id)) ?? fail.closed()
    const task = tasks.find(({ id }) => id === params.taskId) ?? absent()
    if (place === 'run' && (progressOf(task) !== 'waiting' || task.ownRuns > 0)) return fail.begun()
    const faults = body.dependsOn ? await faultsOfDependsOn(tx, tasks, task.id, body.dependsOn) : []
    if (faults.length > 0) return invalid(faults)
    const changed = (await editTask(tx, task, body, now)) ?? absent()
    if (place === 'run') await engine.wake(tx, cycle.runId!)
    return ok(await presentTask(tx, changed, caller), taskAuditSubject(changed, { fields: Object.keys(body) }))
  })

const removeCycleTask = (engine: Pick<Engine, 'wake' | 'cancel'>) =>
  handle(contract.removeCycleTask, async ({ tx, params, caller, now, absent, fail, ok }) => {
    const { cycle, place, tasks } = (await lockPlan(tx, params.id)) ?? fail.closed()
    const task = tasks.find(({ id }) => id === params.taskId) ?? absent()
    if (place === 'run' && ['approved', 'merged'].includes(progressOf(task))) return fail.merged()
    if (place === 'run' && tasks.length === 1) return fail.last()
    if ((await needsByTask(tx, tasks)).some(({ needs }) => needs.includes(task.id))) return fail.needed()
    await removeTask(tx, task, now)
    if (place === 'run' && task.ownRunId) {
      await closeRequests(tx, task.ownRunId, now, { userId: caller.userId, decision: 'The task was removed.' })
      await engine.wake(tx, cycle.runId!)
      await engine.cancel(tx, task.ownRunId)
    } else if (place === 'run') await engine.wake(tx, cycle.runId!)
    return ok({ message: `The task “${task.title}” is removed.` }, taskAuditSubject(task, { title: task.title }))
  })

/** Creates a task in a draft cycle of its own, so that no planner is asked. */
const createTask = (engine: Engine) =>
  handle(contract.createTask, async ({ tx, body, caller, now, fail, invalid, created }) => {
    const { projectId, description, repositoryId } = body
    const elsewhere = await repositoryFaults(tx, projectId, repositoryId)
    if (elsewhere.length > 0) return invalid(elsewhere)
    const text = { title: body.title ?? titleFrom(description), description }
    const cycle = await createCycle(tx, { ...text, id: uuidv7(), projectId, createdBy: caller.userId, now })
    const at = { id: uuidv7(), projectId, cycleId: cycle.id, number: 1, now }
    const task = await planTask(tx, { ...at, ...text, repositoryId, addedBy: caller.userId })
    await beginIntake(engine, tx, cycle, now).catch(ifNotQueued(() => fail.notQueued()))
    await wakeAutonomousRun(engine, tx, projectId)
    return created(await presentTask(tx, task, caller), taskAuditSubject(task, { title: task.title }))
  })

const aboutProject = (id: string, metadata?: Readonly<Record<string, unknown>>) =>
  ({ resource: ['project', id], within: { projectId: id }, ...(metadata && { metadata }) }) as const

const startProject = (parts: DispatchParts) =>
  handle(contract.startProject, async ({ tx, params: { id }, caller, now, absent, fail, accepted }) => {
    const { engine, everyDomain } = parts
    // For update: a draft that is being proposed is written before this, or sees the run.
    const project = (await lockProject(tx, id)) ?? absent()
    const own = await lockProjectRun(tx, { projectId: id })
    if (own && !own.endedAt && !own.stoppingAt) {
      await resumeProjectRun(engine, tx, id)
      return accepted(await presentProjectRun(engine, tx, id, caller), aboutProject(id))
    }
    await beginMissingHistory(tx, everyDomain, id)
    const refused = await projectObstacle(tx, parts, id)
    if (refused) return fail[refused]()
    const start = { workspaceId: tx.workspace!, kind: 'project', subjectId: project.id }
    const run = await engine.start(tx, start).catch(ifNotQueued(() => fail.notQueued()))
    const begun = { projectId: id, runId: run.id, number: run.number, startedAt: now, startedBy: caller.userId }
    recordProjectRunEvent(tx, await beginProjectRun(tx, begun), 'project.run_started')
    return accepted(await presentProjectRun(engine, tx, id, caller), aboutProject(id, { runNumber: run.number }))
  })

const stopProject = (engine: Engine) =>
  handle(contract.stopProject, async ({ tx, params: { id }, caller, now, ok }) => {
    const own = await lockProjectRun(tx, { projectId: id })
    const cycles = own && !own.endedAt ? await engine.children(tx, own.runId) : []
    for (const run of cycles) {
      await moveCycle(tx, run.subjectId, 'stop', now)
      await closeRequestsOfRun(tx, run.id, now, { userId: caller.userId, decision: 'The project was stopped.' })
    }
    await endProjectRun(engine, tx, id)
    return ok(await presentProjectRun(engine, tx, id, caller), aboutProject(id, { cycles: cycles.length }))
  })

/** Fields of a run without tasks of its own: the runs of its cycles report what their agents were given. */
const noTaskFields = { environments: [], skills: [], toolServers: [], carriedOutBy: null }

const getProjectRunDiagnostics = (engine: Engine) =>
  handle(contract.getProjectRunDiagnostics, async ({ tx, params: { id }, caller, fail, ok }) => {
    const own = await findProjectRun(tx, { projectId: id })
    const found = own && (await engine.diagnostics(tx, own.runId))
    if (!found) return fail.noRun()
    return ok({
      ...noTaskFields,
      ...presentRun(found),
      engineStatus: engineStatus(found),
      steps: stepsOf(found, null),
      failure: failureFor(found.run.failure, caller.role),
    })
  })

const engineStatus = ({ run, queue, parked }: Diagnostics) => {
  const own = parked.find((waiting) => waiting.run.id === run.id)
  return own ? `parked: ${own.kind}` : (queue?.state ?? run.status)
}

const getProjectRoadmap = (engine: Engine) =>
  handle(contract.getProjectRoadmap, async ({ tx, params, caller, ok }) =>
    ok(await presentRoadmap(engine, tx, params.id, caller)),
  )

const orderProjectRoadmap = (engine: Engine) =>
  handle(contract.orderProjectRoadmap, async ({ tx, params: { id }, body: { next }, caller, invalid, ok }) => {
    const ids = next.map(({ cycleId }) => cycleId)
    const faults = faultsOfOrder(ids, await draftsAmong(tx, id, ids))
    if (faults.length > 0) return invalid(faults)
    await orderCycles(tx, id, next)
    return ok(await presentRoadmap(engine, tx, id, caller), aboutProject(id, { cycles: ids.length }))
  })

export default (parts: DispatchParts) => ({
  proposeCycle: proposeCycle(parts.engine),
  goBack: goBack(parts.engine),
  keepExaminerTests: keepExaminerTests(parts.engine),
  addCycleTask: addCycleTask(parts.engine),
  updateCycleTask: updateCycleTask(parts.engine),
  removeCycleTask: removeCycleTask(parts.engine),
  createTask: createTask(parts.engine),
  startProject: startProject(parts),
  stopProject: stopProject(parts.engine),
  getProjectRunDiagnostics: getProjectRunDiagnostics(parts.engine),
  getProjectRoadmap: getProjectRoadmap(parts.engine),
  orderProjectRoadmap: orderProjectRoadmap(parts.engine),
})

/** The faults of a body's field about the repository of a task; empty if the task can be done there. */
const repositoryFaults = async (tx: Transaction, projectId: string, id: string | undefined) => {
  if (id === undefined) return []
  const repository = await findRepository(tx, { projectId, id })
  if (repository?.host === 'native-repos') return []
  const message = repository
    ? 'names a repository of a code host, in which no task can be done. Import it instead'
    : 'names no repository of this project'
  return [{ path: 'repositoryId', message, rule: 'repository' }]
}

const doneMost = 50
const runningMost = 200
const nextMost = 200

/** The completed, the running and the next cycles. */
const presentRoadmap = async (
  engine: Pick<Engine, 'diagnostics'>,
  tx: Transaction,
  projectId: string,
  caller: Pick<Caller, 'role'>,
): Promise<Static<typeof contract.Roadmap>> => {
  const [run, done, running, next] = await Promise.all([
    presentProjectRun(engine, tx, projectId, caller),
    endedCyclePage(tx, projectId, doneMost),
    activeCyclePage(tx, projectId, runningMost),
    nextCycles(tx, { projectId, rows: nextMost }),
  ])
  const ids = isAgency(caller.role) ? [...done, ...running, ...next].map(({ id }) => id) : []
  const tests = await countAcceptanceTests(tx, ids)
  const present = ({ id: cycleId, intake, ...row }: RoadmapRow) => ({
    ...row,
    cycleId,
    intake: intake && presentIntake(intake),
    acceptanceTests: tests.get(cycleId) ?? 0,
  })
  return { projectId, run, done: done.map(present), running: running.map(present), next: next.map(present) }
}

const presentIntake = ({ kind, urgency, duplicateOf, note }: NonNullable<RoadmapRow['intake']>) => {
  const sorted = kind !== null && urgency !== null ? { kind, urgency, duplicateOf } : { note: note ?? 'failed' }
  return { kind, urgency, duplicateOf, reason: intakeReason(sorted) }
}
