import { failRun, goTo, type CommitContext } from '../../../../platform/jobs/index.ts'
import { findProject, type ProjectRow, type ReviewPolicy } from '../../../code/projects/index.ts'
import { protectedPathsOf } from '../../../code/revisions/index.ts'
import type { Reason } from '../../requests/index.ts'
import { checksOf, moveTask, type TaskRow } from '../../tasks/index.ts'
import { logsOf } from '../checks.ts'
import { reworksMost } from '../rules.ts'
import { actionOn, type Findings, verdictOn } from '../verdict.ts'
import { failed } from './failed.ts'
import { faultsOf } from './find-faults.ts'
import { cycleRun, type Unfinished } from './graph.ts'
import type { CycleParts } from './parts.ts'
import { recordVerdict } from './record-checks.ts'
import { waitForPerson } from './wait-for-person.ts'
import { findTaskWork } from './work.ts'

interface Reviewed {
  readonly task: TaskRow
  readonly findings: Findings
  /** What the checks printed that do not pass over the change. */
  readonly log: string
}

/** Holds the change against rules that need no judgement, before anything is merged. */
export const reviewTask = (parts: CycleParts) =>
  cycleRun.step('review-task', {
    failed,
    effect: async ({ run, read, signal }): Promise<Reviewed> => {
      const work = await findTaskWork(read, run)
      const checks = await read((tx) => checksOf(tx, work.task.id, run.id))
      const named = await read((tx) => protectedPathsOf(tx, work.project.id))
      const kept = new Set(named.map(({ path }) => path))
      const { faults, weakening } = await faultsOf(parts.repositories, work, { kept, checks, signal })
      const findings = verdictOn(checks, faults, weakening)
      return { task: work.task, findings, log: logsOf(checks) }
    },
    commit: async (context, { task, findings, log }) => {
      const { verdict } = findings
      const { reworks, unfinished } = context.step.payload
      const project = await findProject(context.tx, task.projectId)
      const action = actionOn(findings, project?.runtime ?? {})
      const toDecide =
        action === 'refuse' ? [] : [...reasonsToAsk(project, findings, action), ...unfinishedReasons(unfinished)]
      const isApproved = action === 'merge' && toDecide.length === 0
      await recordVerdict(context, task, { ...verdict, approved: isApproved })
      const goesOn = action !== 'refuse' && unfinished && canGoOn(unfinished) && reworks < reworksMost(project)
      if (goesOn) return sendBack(context, task, [goOn(unfinished)], '')
      if (toDecide.length > 0) return waitForPerson(context, { task, reasons: toDecide, reworks })
      if (isApproved) {
        await moveTask(context.tx, { id: task.id, runId: context.run.id }, 'approved', context.now)
        return goTo(cycleRun.at['merge-task'])
      }
      if (verdict.outcome === 'unverified') return refuseUnverified(verdict.reasons)
      return reworks < reworksMost(project)
        ? sendBack(context, task, verdict.reasons, log)
        : refuse(verdict.reasons, log)
    },
  })

/** More rounds bring no more money. */
const canGoOn = ({ code }: Unfinished) => !code.endsWith('_cap_reached')

const goOn = ({ reason }: Unfinished) =>
  `${reason} What was done so far is kept, and nothing is wrong with it yet. Go on with what is left.`

/** A change that nobody said is whole is never merged without a person, whatever its checks say. */
const unfinishedReasons = (unfinished: Unfinished | undefined): readonly Reason[] =>
  unfinished
    ? [{ code: 'agent_unfinished', message: `The agent ended before it said that it was done. ${unfinished.reason}` }]
    : []

/** Why a person decides on a change that the rules let pass; none where nobody has to. */
const reasonsToAsk = (
  project: ProjectRow | undefined,
  { doubts }: Findings,
  action: ReviewPolicy,
): readonly Reason[] => [
  ...(action === 'ask' ? doubts : []),
  ...(project?.requiresApproval
    ? [{ code: 'approval_required', message: 'The project asks for an approval of every change.' }]
    : []),
]

const sendBack = async (
  { tx, run, now, step }: CommitContext<{ readonly reworks: number }>,
  task: TaskRow,
  reasons: readonly string[],
  log: string,
) => {
  await moveTask(tx, { id: task.id, runId: run.id }, 'building', now)
  return goTo(cycleRun.at['build-task'], { reworks: step.payload.reworks + 1, feedback: [...reasons], log })
}

const refuse = (reasons: readonly string[], log: string) =>
  failRun({
    message: `The review refused the change. ${reasons.join(' ')}`.slice(0, 4_000),
    step: 'review-task',
    code: 'review_refused',
    ...(log !== '' && { details: { log } }),
  })

const refuseUnverified = (reasons: readonly string[]) =>
  failRun({
    message: `The project refuses changes that are not verified. ${reasons.join(' ')}`.slice(0, 4_000),
    step: 'review-task',
    code: 'review_unverified',
  })
