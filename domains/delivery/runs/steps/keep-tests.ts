import { failRun, goTo } from '../../../../platform/jobs/index.ts'
import { addKeptTests } from '../../proving/index.ts'
import { sentence } from '../../sentences/index.ts'
import { moveTask } from '../../tasks/index.ts'
import { cycleRunId, type CycleParts } from '../../workbench/index.ts'
import { failStep } from '../fail-step.ts'
import { findTaskWork } from '../work.ts'
import { taskRun } from '../graph.ts'

/** Adds another task's tests to the task's base, in a commit that is checked and reviewed like any change. */
export const keepTests = (parts: CycleParts) =>
  taskRun.step('keep-tests', {
    failed: failStep,
    effect: async (context) => {
      const work = await findTaskWork(context.read, context.run)
      return { work, added: await addKeptTests({ parts, context, work }) }
    },
    commit: async ({ tx, run, now }, { work, added }) => {
      if ('inTheWay' in added) {
        const message = sentence('tests_not_addable', { path: added.inTheWay })
        return failRun({ message, code: 'tests_not_addable', step: 'keep-tests' })
      }
      await moveTask(tx, { id: work.task.id, runId: cycleRunId(run) }, 'testing', now, { headSha: added.sha })
      return goTo(taskRun.at['check-task'], { reworks: 0 })
    },
  })
