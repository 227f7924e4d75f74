import { failRun, finish, goTo, park, untilChange, type CoordinatorContext } from '../../../../platform/jobs/index.ts'
import { acceptMerge, pullRequestOfRun, type PullRequestRow } from '../../../code/code-hosts/index.ts'
import { findRevision } from '../../../code/revisions/index.ts'
import { findCycle, markDelivered, moveCycle, type CycleRow } from '../../cycles/index.ts'
import { askPerson, decidedLabel } from '../../requests/index.ts'
import { sentence } from '../../sentences/index.ts'
import { moveTask, type TaskRow } from '../../tasks/index.ts'
import { statusesTowards } from '../../tasks/rules.ts'
import { failStep } from '../fail-step.ts'
import { tasksOfRun, lockProjectAndCycle } from '../work.ts'
import { cycleRun, type Delivery } from '../graph.ts'
import { decidedRequest, denialFailure } from './apply-decision.ts'
import { recordDelivery, moveTargets } from './deliver.ts'
import { statusAtHost } from '../rules-moves.ts'

/** Waits as a row until the code host has merged the cycle's pull request; its tasks follow the host's state. */
export const awaitMerge = () =>
  cycleRun.coordinator('await-merge', {
    failed: failStep,
    lock: lockProjectAndCycle,
    commit: async (context) => {
      const { tx, run } = context
      const cycle = await findCycle(tx, run.subjectId)
      if (!cycle) return failRun({ message: sentence('cycle_deleted'), step: 'await-merge' })
      const pull = await pullRequestOfRun(tx, { runId: run.id })
      if (!pull || pull.state === 'closed')
        return failRun({ message: sentence('pull_request_closed'), step: 'await-merge', code: 'pull_request_closed' })
      const tasks = await tasksOfRun(tx, cycle.id, run.id)
      await follow(context, tasks, statusAtHost(pull))
      const decided = await decisionOf(context, pull)
      if (decided) return decided
      if (pull.state === 'merged' && pull.doubt !== null && pull.acceptedAt === null)
        return askAboutMerge(context, cycle, { ...pull, doubt: pull.doubt })
      if (pull.state !== 'taken') return untilChange({ waitsFor: 'code_host', url: pull.url, checks: pull.checks })
      return complete(context, cycle, pull, tasks)
    },
  })

type Context = CoordinatorContext<Delivery>

const follow = async (
  { tx, run, now }: Context,
  tasks: readonly TaskRow[],
  to: Parameters<typeof statusesTowards>[1],
) => {
  for (const { id, status, engineStatus } of tasks)
    for (const next of statusesTowards(engineStatus ?? status, to)) await moveTask(tx, { id, runId: run.id }, next, now)
}

/** Follows the decision about a merge; undefined without a request, or if the merge was found since. */
const decisionOf = async ({ tx, run, now, step: { payload } }: Context, pull: PullRequestRow) => {
  const { requestId, ...delivery } = payload
  if (requestId === undefined || pull.state !== 'merged') return undefined
  const { request, answer } = await decidedRequest(tx, requestId)
  if (answer !== 'approved') return failRun({ ...denialFailure(request), step: 'await-merge' })
  await acceptMerge(tx, { runId: run.id, now })
  return goTo(cycleRun.at['await-merge'], delivery)
}

/** Parks the run until a person decides whether the merge that the host reports counts. */
const askAboutMerge = async (
  { tx, run, now, step }: Context,
  cycle: CycleRow,
  { doubt, url }: PullRequestRow & { readonly doubt: string },
) => {
  const { id: requestId, title } = await askPerson(tx, {
    projectId: cycle.projectId,
    cycleId: cycle.id,
    taskId: null,
    runId: run.id,
    commitSha: null,
    title: `Was “${cycle.title}” delivered?`,
    question: [sentence('merge_not_found'), doubt, sentence('merge_is_decided'), url].join(' '),
    reasons: [],
    now,
  })
  const waiting = { kind: 'person', labels: [decidedLabel], details: { requestId, title } } as const
  return park(cycleRun.at['await-merge'], waiting, { ...step.payload, requestId })
}

const complete = async (context: Context, cycle: CycleRow, pull: PullRequestRow, tasks: readonly TaskRow[]) => {
  const { tx, run, now } = context
  const revision = await findRevision(tx, { id: pull.revisionId! })
  if (!revision || !(await moveTargets(tx, run.id)))
    return failRun({ message: sentence('target_moved'), step: 'await-merge', code: 'target_moved' })
  const { commitSha } = revision
  const delivered = { id: cycle.id, runId: run.id, sha: commitSha, revisionId: revision.id }
  const beside = await markDelivered(tx, delivered, now)
  for (const { id } of tasks) await moveTask(tx, { id, runId: run.id }, 'done', now)
  await moveCycle(tx, cycle.id, 'complete', now)
  const targetRef = `refs/heads/${pull.targetBranch}`
  await recordDelivery(context, { cycle, targetRef, to: commitSha }, revision.id, beside)
  return finish({ commitSha, revisionId: revision.id })
}
