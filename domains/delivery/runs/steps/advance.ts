import {
  failRun,
  goTo,
  startAt,
  untilChange,
  type CoordinatorContext,
  type Failure,
} from '../../../../platform/jobs/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { moveTask, needsOf, openTaskCount, beginTaskRun, type TaskFailure, type TaskRow } from '../../tasks/index.ts'
import { progressOf, waitsForPerson } from '../../tasks/rules.ts'
import { tasksAtOnce } from '../../cycles/rules.ts'
import { nextMoves, type PlacedTask } from '../rules-moves.ts'
import { isMadeByGit, stepOfGit } from '../../planning/index.ts'
import { findCycle, findRunPlace, type CycleRow } from '../../cycles/index.ts'
import { deriveBlocked, tasksOfRun, lockProjectAndCycle } from '../work.ts'
import { failStep } from '../fail-step.ts'
import { cycleRun, taskRun } from '../graph.ts'
import { sentence } from '../../sentences/index.ts'

// The end of another cycle's task does not wake this run, so it looks for room itself.
const roomEveryMs = 3_000

/** Decides from rows which tasks begin, which is merged next, and when the cycle is at its end. */
export const advance = () =>
  cycleRun.coordinator('advance', {
    failed: failStep,
    // The project's row as well: how many of its tasks run at once is counted over all of its cycles.
    lock: lockProjectAndCycle,
    commit: async (context) => {
      const { tx, run, now } = context
      const cycle = await findCycle(tx, run.subjectId)
      if (!cycle) return failRun({ message: sentence('cycle_deleted'), step: 'advance' })
      const tasks = await tasksOfRun(tx, cycle.id, run.id)
      const { projectId } = cycle
      const room = tasksAtOnce(await findProject(tx, projectId)) - (await openTaskCount(tx, projectId))
      const named = new Map(tasks.map((task) => [task.id, task]))
      const needs = await needsOf(tx, [...named.keys()])
      const placed = tasks.map((task): PlacedTask => ({
        id: task.id,
        number: task.number,
        progress: progressOf(task),
        needs: needs.of(task.id),
      }))
      const moves = nextMoves(placed, room)
      for (const id of moves.start) {
        const task = named.get(id)!
        const place = await findRunPlace(tx, cycle, run.id, task.repositoryId)
        if (!place) return goTo(cycleRun.at['begin-in-repository'], { taskId: id })
        await begin(context, cycle, task, place.integrationSha)
      }
      const blocked = moves.blocked.map((id) => named.get(id)!)
      for (const { id, engineStatus } of blocked)
        if (engineStatus !== 'blocked') await moveTask(tx, { id, runId: run.id }, 'blocked', now)
      if (moves.merge !== undefined) return goTo(cycleRun.at['merge-task'], { taskId: moves.merge })
      if (moves.end === 'merged') return goTo(cycleRun.at['prepare-delivery'], { tries: 0 })
      if (moves.end === 'failed') return failRun(failureOf(tasks))
      await deriveBlocked(tx, cycle.id, run.id, now)
      const isAtWork =
        moves.start.length > 0 || tasks.some((task) => progressOf(task) === 'open' && !waitsForPerson(task))
      if (moves.held.length > 0 && !isAtWork) return goTo(cycleRun.at.advance, {}, { delayMs: roomEveryMs })
      return untilChange({ open: moves.open + moves.start.length, blocked: moves.blocked.length })
    },
  })

/** Starts the task at the current merged commit. If that is the cycle's base, its checks have run there. */
const begin = async (context: CoordinatorContext, cycle: CycleRow, task: TaskRow, baseSha: string) => {
  const { tx, run, now, start } = context
  const wasChecked = task.baseSha === baseSha && task.ownRuns === 0
  const { conflict, mend } = task
  const toSolve = conflict ? { conflict: { ...conflict, paths: [...conflict.paths] } } : mend && { log: mend.log }
  const payload = { reworks: 0, ...toSolve }
  const { at } = taskRun
  const own = await start(wasChecked ? firstOf(cycle, task) : startAt(at['check-base'], task.id, payload))
  await beginTaskRun(tx, { id: task.id, runId: run.id, ownRunId: own.id, baseSha })
  await moveTask(tx, { id: task.id, runId: run.id }, 'building', now)
}

const firstOf = (cycle: CycleRow, task: TaskRow) => {
  const { at } = taskRun
  if (isMadeByGit(cycle, task)) return startAt(at[stepOfGit(cycle)], task.id)
  return startAt(at['build-task'], task.id, { reworks: 0 })
}

/** The cycle fails with the failure of the first of its tasks. */
const failureOf = (tasks: readonly TaskRow[]): Failure => {
  const { title, failure } = tasks.find((task) => progressOf(task) === 'failed')!
  const { message, step, code, log, forAgency } = failure ?? ({ message: 'It failed.' } satisfies TaskFailure)
  return {
    message: tasks.length === 1 ? message : `${sentence('task_failed', { task: title })} ${message}`,
    ...(step && { step }),
    ...(code && { code }),
    ...((log !== undefined || forAgency) && { details: { ...(log && { log }), ...(forAgency && { forAgency }) } }),
  }
}
