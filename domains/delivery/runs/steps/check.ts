import { goTo } from '../../../../platform/jobs/index.ts'
import { proveChange, recordProof, checksOnBase, proveRest } from '../../proving/index.ts'
import { moveTask } from '../../tasks/index.ts'
import { cycleRunId, type CycleParts } from '../../workbench/index.ts'
import { failStep } from '../fail-step.ts'
import { findTaskWork, findWorkOnFirst, tasksOfRun } from '../work.ts'
import { taskRun, cycleRun, type JudgePayload } from '../graph.ts'
import { deleteBaseChecks, recordChecks, replaceChangeParts } from '../../checks/index.ts'
import { isMadeByGit, stepOfGit } from '../../planning/index.ts'

/** Runs the checks of the base over the change, and what proves or refutes it beside them. */
export const checkTask = (parts: CycleParts) =>
  taskRun.step('check-task', {
    sandbox: true,
    failed: failStep,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      return { task: work.task, proof: await proveChange({ parts, context, work }) }
    },
    commit: async ({ tx, run, now, step }, { task, proof }) => {
      const runId = cycleRunId(run)
      await recordProof(tx, task, runId, proof, now)
      await moveTask(tx, { id: task.id, runId }, 'reviewing', now)
      const { probed, examined, accepted } = proof
      const found = { ...(probed && { probed }), ...(examined && { examined }), ...(accepted && { accepted }) }
      return goTo(taskRun.at['review-task'], { ...step.payload, ...found })
    },
  })

/** Runs the checks on the base once for tasks that begin there; what fails twice is not held against a change. */
export const checkBase = (parts: CycleParts) =>
  cycleRun.step('check-base', {
    sandbox: true,
    failed: failStep,
    effect: async (context) => {
      const work = await findWorkOnFirst(context.read, context.run)
      const tasks = await context.read((tx) => tasksOfRun(tx, work.cycle.id, context.run.id))
      return tasks.some(({ baseSha }) => baseSha !== null) ? checksOnBase({ parts, context, work }, work.baseSha!) : []
    },
    commit: async ({ tx, run, now }, rows) => {
      for (const task of await tasksOfRun(tx, run.subjectId, run.id))
        if (task.baseSha !== null) await recordChecks(tx, task, run.id, rows, now)
      return goTo(cycleRun.at.advance)
    },
  })

/** Runs the checks on the base of a task that begins after others were merged. */
export const checkTaskBase = (parts: CycleParts) =>
  taskRun.step('check-base', {
    sandbox: true,
    failed: failStep,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      return { work, rows: await checksOnBase({ parts, context, work }, work.task.baseSha!) }
    },
    commit: async ({ tx, run, now, step }, { work: { cycle, task }, rows }) => {
      await deleteBaseChecks(tx, { taskId: task.id, runId: task.runId! })
      await recordChecks(tx, task, cycleRunId(run), rows, now)
      if (isMadeByGit(cycle, task)) return goTo(taskRun.at[stepOfGit(cycle)])
      return goTo(taskRun.at['build-task'], step.payload)
    },
  })

/** Tries, once and last, the parts and calls that had no time, before a person is asked. A failure changes nothing. */
export const tryRest = (parts: CycleParts) =>
  taskRun.step('try-rest', {
    sandbox: 'idle',
    retries: 0,
    failed: ({ step }) => judgeAgain(step.payload),
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      return proveRest({ parts, context, work }, context.step.payload)
    },
    commit: async ({ tx, run, now, step }, rest) => {
      const { changeParts, probed } = rest
      // Empty if all parts were tried before.
      const at = { taskId: run.subjectId, runId: cycleRunId(run) }
      if (changeParts.length > 0) await replaceChangeParts(tx, at, changeParts, now)
      return judgeAgain({ ...step.payload, ...(probed && { probed }) })
    },
  })

const judgeAgain = (payload: JudgePayload) => goTo(taskRun.at['review-task'], { ...payload, isRestTried: true })
