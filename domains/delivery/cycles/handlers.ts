import { isAgency, namesOfPeople, type Caller } from '../../../platform/access/index.ts'
import { pageMost, type Action } from '../../../platform/contract/index.ts'
import { cursorOf, cutPage } from '../../../platform/db/page.ts'
import { handle, type Context } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { withdrawCycleLetters } from '../../accounts/letters/index.ts'
import { labelOfCycle, type PreviewSite, endPreviewsOfCycle } from '../../code/deployments/index.ts'
import { shownTo } from '../../code/projects/index.ts'
import {
  ownEventsOfCycle,
  positionOf,
  readerOf,
  newestEventsOfCycle,
  eventsOfCycle,
  followEvents,
  type EventRow,
  presentEvent,
} from '../../record/events/index.ts'
import { deleteArtifactsOf } from '../artifacts/index.ts'
import { deleteRequestsOf, aboutRequest, askClient, presentRequest } from '../requests/index.ts'
import {
  presentTasks,
  tasksOfCycle,
  type TaskRow,
  resetPlanChanges,
  deleteTasksOf,
  failureFor,
  type TaskFailure,
} from '../tasks/index.ts'
import * as contract from './contract.ts'
import { moveCycle } from './move.ts'
import { presentSummary, presentCycle } from './present.ts'
import { isOver } from './rules.ts'
import { auditSubject, closeRequestsOfRun } from './stop-from-outside.ts'
import { updateCycleRow, deleteCycleRow, releaseReverted } from './store-drafts.ts'
import { cyclePage, urgencyOf, findCycle } from './store.ts'

/** An event of a cycle as this caller may read it. */
const presentEventTo =
  ({ role }: Pick<Caller, 'role'>) =>
  (row: EventRow) => {
    const { failure } = row.payload as { readonly failure?: TaskFailure }
    return presentEvent(failure ? { ...row, payload: { ...row.payload, failure: failureFor(failure, role) } } : row)
  }

const listCycles = handle(contract.listCycles, async ({ tx, caller, query, next, ok }) => {
  const { projectId, orderBy, cursor, limit = pageMost } = query
  const after = cursorOf(cursor)
  const tierOf = async () => (cursor === undefined ? 0 : urgencyOf(tx, after.id))
  const urgency = orderBy === 'priority' ? await tierOf() : undefined
  const page = await cyclePage(tx, { ...after, urgency }, limit, { projectId, ...shownTo(caller) })
  next(page.next, page.count)
  const people = isAgency(caller.role) ? page.rows.map(({ createdBy }) => createdBy) : []
  const authors = await namesOfPeople(tx, people)
  return ok(page.rows.map((row) => presentSummary(row, caller, authors)))
})

/** Tasks of earlier runs stay readable one by one, and in the list of tasks. */
const tasksShown = (tasks: readonly TaskRow[]) => {
  const newest = tasks.find(({ runId }) => runId !== null)?.runId
  const ofRun = tasks.filter(({ runId }) => runId !== null && runId === newest)
  const drafts = tasks.filter(({ runId }) => runId === null)
  return [ofRun, drafts].flatMap((some) => some.toSorted((one, other) => one.number - other.number))
}

interface CycleSurroundings {
  readonly previewSite: Pick<PreviewSite, 'isOn' | 'urlOf'>
  /** `unavailable` is the reason why agents have none. */
  readonly agentDesktop: { readonly unavailable: string | undefined }
}

const getCycle = ({ previewSite: { isOn, urlOf }, agentDesktop }: CycleSurroundings) =>
  handle(contract.getCycle, async ({ tx, params, caller, absent, ok }) => {
    const [cycle, tasks] = await Promise.all([findCycle(tx, params.id), tasksOfCycle(tx, params.id)])
    const label = isOn ? await labelOfCycle(tx, params.id) : undefined
    return ok({
      cycle: presentCycle(cycle ?? absent(), caller),
      tasks: await presentTasks(tx, tasksShown(tasks), caller),
      previewUrl: label === undefined ? null : urlOf(label),
      desktopAvailable: agentDesktop.unavailable === undefined,
    })
  })

const updateCycle = handle(contract.updateCycle, async ({ tx, params, body, caller, now, fail, ok }) => {
  const cycle = (await updateCycleRow(tx, params.id, body, now)) ?? fail.active()
  // A changed request is planned again.
  if (body.description !== undefined && cycle.runId) await resetPlanChanges(tx, cycle.id, cycle.runId)
  return ok(presentCycle(cycle, caller), auditSubject(cycle, { fields: Object.keys(body) }))
})

const deleteCycle = handle(contract.deleteCycle, async ({ tx, params, caller, now, fail, ok }) => {
  const cycle = (await deleteCycleRow(tx, params.id, now, caller.userId)) ?? fail.notDeletable()
  await deleteTasksOf(tx, cycle.id, now)
  await deleteArtifactsOf(tx, { cycleId: cycle.id, now })
  await deleteRequestsOf(tx, { cycleId: cycle.id, now })
  await releaseReverted(tx, { by: cycle.id, now })
  await withdrawCycleLetters(tx, cycle.id, now)
  await endPreviewsOfCycle(tx, cycle.id, now)
  return ok({ message: `The cycle “${cycle.title}” is deleted.` }, auditSubject(cycle, { title: cycle.title }))
})

const stopCycle = (engine: Engine) =>
  handle(contract.stopCycle, async ({ tx, params, caller, now, fail, ok }) => {
    const cycle = (await moveCycle(tx, params.id, 'stop', now)) ?? fail.notActive()
    await closeRequestsOfRun(tx, cycle.runId!, now, { userId: caller.userId, decision: 'The run was stopped.' })
    await engine.cancel(tx, cycle.runId!)
    return ok(presentCycle(cycle, caller), auditSubject(cycle, { runNumber: cycle.runNumber }))
  })

const badCursor = { path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }

const eventPage = async (
  { tx, params, caller, query, next, invalid }: Omit<Context<typeof contract.listCycleEvents>, 'ok' | 'fail'>,
  eventsOf: typeof ownEventsOfCycle | typeof newestEventsOfCycle,
) => {
  const { cursor, limit = pageMost } = query
  const before = cursor === undefined ? undefined : (positionOf(cursor) ?? invalid([badCursor]))
  const rows = await eventsOf(tx, { cycleId: params.id, reader: readerOf(caller), limit: limit + 1 }, before)
  const page = cutPage(rows, limit, ({ position }) => String(position))
  next(page.next)
  return page.rows.map(presentEventTo(caller))
}

const listCycleEvents = handle(contract.listCycleEvents, async (context) =>
  context.ok(await eventPage(context, ownEventsOfCycle)),
)

const getCycleTimeline = handle(contract.getCycleTimeline, async (context) =>
  context.ok(await eventPage(context, newestEventsOfCycle)),
)

/** Streams the events of the cycle and its tasks, from the reader's last one, until the run is over. */
const streamCycle = handle(contract.streamCycle, async (context) => {
  const { params, workspace, caller, lastEventId, read, signal, ok } = context
  const { id } = params
  const reader = readerOf(caller)
  return ok(
    followEvents({
      workspace,
      subject: `streamCycle ${id} ${reader}`,
      after: positionOf(lastEventId) ?? 0,
      signal,
      read,
      frame: (row: EventRow) => frame(presentEventTo(caller)(row)),
      page: (tx, position, limit) => eventsOfCycle(tx, { cycleId: id, reader, limit }, position),
      over: async (tx) => isOver((await findCycle(tx, id))?.status ?? 'stopped'),
    }),
  )
})

const frame = (data: ReturnType<ReturnType<typeof presentEventTo>>) => ({
  // Every event is recorded under the name of an action.
  event: data.eventType as Action,
  id: String(data.position),
  data,
})

const askClientQuestion = handle(contract.askClientQuestion, async ({ tx, body, caller, now, absent, created }) => {
  const { id: cycleId, projectId } = (await findCycle(tx, body.cycleId)) ?? absent('cycle')
  const { title, question } = body
  const row = await askClient(tx, { projectId, cycleId, title, question, now })
  return created(await presentRequest(tx, row, caller.role), aboutRequest(row))
})

export default (parts: CycleSurroundings & { readonly engine: Engine }) => ({
  listCycles,
  getCycle: getCycle(parts),
  updateCycle,
  deleteCycle,
  stopCycle: stopCycle(parts.engine),
  listCycleEvents,
  getCycleTimeline,
  streamCycle,
  askClientQuestion,
})
