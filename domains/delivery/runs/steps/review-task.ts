import type { Comparison } from '../../../../execution/repositories/index.ts'
import { failRun, finish, goTo, type CommitContext, type EffectContext } from '../../../../platform/jobs/index.ts'
import {
  findProject,
  requiresApproval,
  reviewOf,
  reworksMost,
  type PackagesPolicy,
  type ProjectRow,
  type ReviewPolicy,
} from '../../../code/projects/index.ts'
import { protectedPathsOf } from '../../../code/revisions/index.ts'
import type { Reason } from '../../requests/index.ts'
import { checksOf, moveTask, recordVerdict, type ModelReview, type TaskRow, type Verdict } from '../../tasks/index.ts'
import {
  logsOf,
  failed,
  compareTask,
  cycleRunId,
  type CycleParts,
  findTaskWork,
  type TaskWork,
} from '../../workbench/index.ts'
import {
  objectionsOf,
  packageReasons,
  actionOn,
  type Findings,
  verdictOn,
  faultsOf,
  newPackagesOf,
  readChange,
} from '../../review/index.ts'
import { faultsOfMend } from '../rules-mends.ts'
import { type JudgePayload, taskRun, type Unfinished } from '../graph.ts'
import { waitForPerson } from './wait-for-person.ts'

interface Reviewed {
  readonly task: TaskRow
  readonly findings: Findings
  /** What a model said of the change; undefined where none was asked. */
  readonly model: ModelReview | undefined
  /** Why a person decides about the packages that the change adds. */
  readonly packages: readonly Reason[]
  /** What the checks printed that do not pass over the change. */
  readonly log: string
}

/** Holds the change against rules that need no judgement, then lets a model read it, before anything is merged. */
export const reviewTask = (parts: CycleParts) =>
  taskRun.step('review-task', {
    failed,
    effect: (context) => review(parts, context),
    commit: async (context, { task, findings, model, packages, log }) => {
      const { verdict } = findings
      const { reworks, unfinished } = context.step.payload
      const project = await findProject(context.tx, task.projectId)
      const policies = reviewOf(project, parts)
      const action = actionOn(findings, policies)
      const mayGoBack = reworks < reworksMost(project)
      if (action !== 'refuse' && mayGoBack && model?.outcome === 'refuse')
        return refuseByModel(context, task, verdict, model, log)
      const toDecide =
        action === 'refuse'
          ? []
          : [
              ...reasonsToAsk(project, findings, action),
              ...packages,
              ...modelReasons(model, policies.model === 'required'),
              ...unfinishedReasons(unfinished),
            ]
      const isApproved = action === 'merge' && toDecide.length === 0
      await recordVerdict(context.tx, task, cycleRunId(context.run), {
        ...verdict,
        approved: isApproved,
        ...(model && { model }),
      })
      if (goesOn(unfinished, action, mayGoBack))
        return sendBack(context, task, { feedback: [goOn(unfinished)], goesOn: true })
      if (toDecide.length > 0) return waitForPerson(context, { task, reasons: toDecide, reworks })
      if (isApproved) {
        await moveTask(context.tx, { id: task.id, runId: cycleRunId(context.run) }, 'approved', context.now)
        return finish()
      }
      if (verdict.outcome === 'unverified') return refuseUnverified(verdict.reasons)
      return mayGoBack ? sendBack(context, task, { feedback: verdict.reasons, log }) : refuse(verdict.reasons, log)
    },
  })

const review = async (parts: CycleParts, context: EffectContext<JudgePayload>): Promise<Reviewed> => {
  const { run, read, signal, step } = context
  const work = await findTaskWork(read, run)
  const { project, task } = work
  const checks = await read((tx) => checksOf(tx, task.id, cycleRunId(run)))
  const named = await read((tx) => protectedPathsOf(tx, project.id))
  const kept = new Set(named.map(({ path }) => path))
  const compared = await compareTask(parts.repositories, work)
  const { faults, weakening } = await faultsOf(parts.repositories, work, { compared, kept, checks, signal })
  const request = `${work.cycle.title}\n${work.cycle.description}`
  const unmended = faultsOfMend(task.mend?.checks ?? [], checks)
  const findings = verdictOn(checks, [...faults, ...unmended], weakening, request)
  const policies = reviewOf(project, parts)
  const action = actionOn(findings, policies)
  // What is sent back or refused anyway needs no second opinion.
  const isOver =
    action === 'refuse' || goesOn(step.payload.unfinished, action, step.payload.reworks < reworksMost(project))
  const packages =
    action === 'refuse' ? [] : await reasonsOfPackages(parts, work, compared, { request, policy: policies.packages })
  const model =
    isOver || policies.model === 'off'
      ? undefined
      : await readChange(parts, context, work, { checks, findings, compared })
  return { task, findings, model, packages, log: logsOf(checks) }
}

const reasonsOfPackages = async (
  { repositories }: CycleParts,
  work: TaskWork,
  compared: Comparison,
  { request, policy }: { readonly request: string; readonly policy: PackagesPolicy },
) => {
  // Lock files are large: where nobody is asked about them, none is read.
  return policy === 'merge' ? [] : packageReasons(policy, await newPackagesOf(repositories, work, compared), request)
}

/** The author may mend what a model found; where no attempt is left, a person reads the same reasons. */
const refuseByModel = async (
  context: CommitContext<JudgePayload>,
  task: TaskRow,
  verdict: Verdict,
  model: ModelReview,
  log: string,
) => {
  const reasons = objectionsOf(model).map((reason) => `${model.model} read the change: ${reason}`)
  await recordVerdict(context.tx, task, cycleRunId(context.run), {
    ...verdict,
    outcome: 'refused',
    approved: false,
    provedBy: [],
    reasons,
    model,
  })
  return sendBack(context, task, { feedback: reasons, log })
}

/** Why a person decides after a model read the change, or could not. */
const modelReasons = (model: ModelReview | undefined, required: boolean): readonly Reason[] => {
  if (!model || model.outcome === 'no_objection') return []
  if (model.outcome === 'none')
    return required ? [{ code: 'model_review', message: `No model reviewed the change. ${model.summary}` }] : []
  if (model.findings.length === 0) return [{ code: 'model_review', message: `${model.model}: ${model.summary}` }]
  return model.findings.map(({ reason, ...place }) => ({
    code: 'model_review',
    message: `${model.model}: ${reason}`,
    ...place,
  }))
}

/** Whether the agent ended early and may go on with what is left. */
const goesOn = (
  unfinished: Unfinished | undefined,
  action: ReviewPolicy,
  mayGoBack: boolean,
): unfinished is Unfinished => action !== 'refuse' && mayGoBack && unfinished !== undefined && canGoOn(unfinished)

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
): readonly Reason[] => [...(action === 'ask' ? doubts : []), ...approvalReasons(project)]

const approvalReasons = (project: ProjectRow | undefined): readonly Reason[] => {
  const { value, from } = requiresApproval(project)
  return value ? [{ code: 'approval_required', message: `The ${from} asks for an approval of every change.` }] : []
}

const sendBack = async (
  { tx, run, now, step }: CommitContext<{ readonly reworks: number }>,
  task: TaskRow,
  { feedback, log = '', goesOn }: { readonly feedback: readonly string[]; log?: string; goesOn?: true },
) => {
  await moveTask(tx, { id: task.id, runId: cycleRunId(run) }, 'building', now)
  const build = { reworks: step.payload.reworks + 1, feedback: [...feedback], log, ...(goesOn && { goesOn }) }
  return goTo(taskRun.at['build-task'], build)
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
