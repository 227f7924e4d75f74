import { failRun, goTo } from '../../../../platform/jobs/index.ts'
import { findProject, type ProjectRow } from '../../../code/projects/index.ts'
import { protectedPathsOf } from '../../../code/revisions/index.ts'
import type { Reason } from '../../requests/index.ts'
import { checksOf, moveTask, type TaskRow } from '../../tasks/index.ts'
import { logsOf, worsened } from '../checks.ts'
import { reworksMost } from '../rules.ts'
import { failed } from './failed.ts'
import { faultsOf } from './find-faults.ts'
import { cycleRun } from './graph.ts'
import type { CycleParts } from './parts.ts'
import { waitForPerson } from './wait-for-person.ts'
import { findTaskWork } from './work.ts'

interface Reviewed {
  readonly task: TaskRow
  readonly reasons: string[]
  /** What the checks printed that do not pass any more. */
  readonly log: string
}

/** Holds the change against rules that need no judgement, before anything is merged. */
export const reviewTask = (parts: CycleParts) =>
  cycleRun.step('review-task', {
    failed,
    effect: async ({ run, read, signal }): Promise<Reviewed> => {
      const work = await findTaskWork(read, run)
      const checks = await read((tx) => checksOf(tx, work.task.id, run.id))
      const worse = worsened(checks)
      const broken = worse.map((name) => `The check “${name}” passed before the change and does not pass any more.`)
      const named = await read((tx) => protectedPathsOf(tx, work.project.id))
      const kept = new Set(named.map(({ path }) => path))
      const faults = await faultsOf(parts.repositories, work, kept, signal)
      return {
        task: work.task,
        reasons: [...broken, ...faults],
        log: logsOf(checks, worse),
      }
    },
    commit: async (context, { task, reasons, log }) => {
      const { tx, run, now } = context
      const { reworks } = context.step.payload
      const at = { id: task.id, runId: run.id }
      const review = { approved: reasons.length === 0, reasons }
      const project = await findProject(tx, task.projectId)
      if (review.approved) {
        const toDecide = reasonsToAsk(project)
        if (toDecide.length > 0) return waitForPerson(context, { task, reasons: toDecide, reworks })
        await moveTask(tx, at, 'approved', now, { review })
        return goTo(cycleRun.at['merge-task'])
      }
      if (reworks >= reworksMost(project)) return refuse(reasons, log)
      await moveTask(tx, at, 'building', now, { review })
      return goTo(cycleRun.at['build-task'], { reworks: reworks + 1, feedback: reasons, log })
    },
  })

/** Why a person decides on a change that the rules let pass; none where nobody has to. */
const reasonsToAsk = (project: ProjectRow | undefined): readonly Reason[] =>
  project?.requiresApproval
    ? [{ code: 'approval_required', message: 'The project asks for an approval of every change.' }]
    : []

const refuse = (reasons: readonly string[], log: string) =>
  failRun({
    message: `The review refused the change. ${reasons.join(' ')}`.slice(0, 4_000),
    step: 'review-task',
    code: 'review_refused',
    ...(log !== '' && { details: { log } }),
  })
