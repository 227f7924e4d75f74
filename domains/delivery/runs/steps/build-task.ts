import {
  harnessModelOf,
  type HarnessOutcome,
  type HarnessRecord,
  ownGitPath,
  runHarness,
} from '../../../../execution/harness/index.ts'
import { modelRoute } from '../../../../execution/models/index.ts'
import { type CommitResult, maskSecrets, type Worktree } from '../../../../execution/repositories/index.ts'
import { failRun, goTo, type EffectContext, type Failure } from '../../../../platform/jobs/index.ts'
import { unlessAborted } from '../../../../platform/waiting/index.ts'
import { withChosen } from '../../../agents/models/index.ts'
import { openStepLedger } from '../../../agents/spending/index.ts'
import { checksOf, type Mend, moveTask, assignTaskAgent, type TaskAgent, type TaskRow } from '../../tasks/index.ts'
import {
  carrierFor,
  type Carrier,
  type NoCarrier,
  failStep,
  cycleRunId,
  dependenciesRoute,
  readPlan,
  modelIdentity,
  type CycleParts,
  withSandbox,
  withWorktree,
  findSavedWork,
  workKeeper,
  isSetup,
  setUp,
  transcriber,
  webHost,
  webRoute,
  toolsHost,
  toolsRoute,
  type RunToolServers,
  withToolServers,
  findTaskWork,
  type TaskWork,
  type StepWork,
} from '../../workbench/index.ts'
import { carrierErrors } from '../../cycles/contract/carrier-errors.ts'
import { messagesHost, messagesRoute } from './messages-route.ts'
import { jobOf } from './agent-job.ts'
import { questionsMost } from '../../cycles/rules.ts'
import { sentenceOf } from '../rules-mends.ts'
import { type BuildPayload, continuesChange, taskRun } from '../graph.ts'
import { moveTaskRef } from './move-task-ref.ts'
import { capSpending } from '../../cycles/index.ts'
import { sentence } from '../../sentences/index.ts'
import { waitForAnswer } from './wait-for-person.ts'

interface Built {
  readonly task: TaskRow
  readonly outcome: AgentOutcome
  readonly committed: CommitResult | undefined
}

interface AgentOutcome extends HarnessOutcome {
  /** What the last tool said that failed. */
  readonly log: string
}

/** Lets an agent carry the task out in a sandbox; what it leaves in the worktree becomes one commit of ours. */
export const buildTask = (parts: CycleParts) =>
  taskRun.step('build-task', {
    sandbox: true,
    failed: failStep,
    effect: (context) => build(parts, context),
    commit: async (context, built) => {
      const {
        tx,
        run,
        now,
        step: { payload },
      } = context
      if ('refused' in built) return failRun(noCarrier(built))
      const { task, outcome, committed } = built
      if (isAsking(outcome, payload)) return waitForAnswer(context, task, outcome.summary, committed?.sha)
      const unfinished = unfinishedOf(outcome)
      // What earlier rounds committed is judged again, where this one changed nothing more and did not give up.
      const isDone = outcome.outcome === 'completed' && continuesChange(payload)
      const isKept = unfinished !== undefined || isDone
      const headSha = committed?.sha ?? (isKept ? task.headSha : null)
      if (!headSha) return failRun(noChange(outcome, committed, payload, task.mend))
      await moveTask(tx, { id: task.id, runId: cycleRunId(run) }, 'testing', now, { headSha })
      // An answer that had to be sent back counts like a change that was.
      const reworks = payload.reworks + outcome.nudges
      return goTo(taskRun.at['check-task'], { reworks, ...(unfinished && { unfinished }) })
    },
  })

const build = async (parts: CycleParts, context: EffectContext<BuildPayload>): Promise<Built | NoCarrier> => {
  const work = await findTaskWork(context.read, context.run)
  const carrier = await context.read((tx) => carrierFor(tx, parts, work.project))
  if ('refused' in carrier) return carrier
  await context.write((tx) => assignTaskAgent(tx, work.task.id, cycleRunId(context.run), carriedBy(carrier)))
  const paying = { workspaceId: context.run.workspaceId, cycleId: work.cycle.id, projectId: work.project.id }
  await context.write((tx) => capSpending(tx, parts.caps, paying))
  const stepWork = { parts, context, work }
  const start = await startOfWork(stepWork)
  const { commit } = start
  return withWorktree(stepWork, commit, async (worktree) => {
    const { signal } = context
    if (start.tree) await parts.repositories.worktrees.reset(worktree, { ...start, signal })
    const environment = await setUpForAgent(stepWork, worktree, start)
    const outcome = await withToolServers(stepWork, (toolServers) =>
      withChosen(parts, context.read, carrier, (gateway) =>
        runAgent({ ...stepWork, parts: { ...parts, gateway } }, { carrier, worktree, environment, toolServers }),
      ),
    )
    const asks = isAsking(outcome, context.step.payload)
    if (outcome.outcome !== 'completed' && !asks && !endsEarly(outcome))
      return { task: work.task, outcome, committed: undefined }
    const said = asks ? sentence('change_not_committed') : maskSecrets(outcome.summary.slice(0, 8_000))
    const message = `${work.task.title}\n\n${said}`.slice(0, 8_000)
    // One commit on where the task began: what a review sent back, such as a secret, is in no history that is merged.
    const request = {
      parents: [work.task.baseSha!],
      since: commit,
      message,
      at: context.run.createdAt,
      key: context.key,
      signal,
    }
    const committed = await parts.repositories.commitWorktree(worktree, request)
    if (committed.sha) await moveTaskRef(stepWork, committed.sha)
    return { task: work.task, outcome, committed }
  })
}

/** What a harness says is a claim: one that asks on and on is not heard. */
const isAsking = ({ outcome }: AgentOutcome, { answers = [] }: BuildPayload) =>
  outcome === 'asked' && answers.length < questionsMost

/** Ends at a limit or at the model: what was done so far is committed and reviewed, and the next attempt goes on from it. */
const endsEarly = ({ outcome }: AgentOutcome) =>
  ['step-limit', 'token-limit', 'wall-time', 'repetition', 'model-failed', 'agent-failed', 'stalled'].includes(outcome)

/** Why a change is there although the agent was not done, in words that may go where the change goes. */
const unfinishedOf = (outcome: AgentOutcome) => {
  if (!endsEarly(outcome)) return undefined
  const reason = isAgencys(outcome.code) ? sentence('agent_model_or_budget') : outcome.summary.slice(0, 2_000)
  return { reason, code: outcome.code ?? outcome.outcome.replace('-', '_') }
}

interface StartOfWork {
  readonly commit: string
  /** Files in the place of the commit's own. */
  readonly tree?: string
}

/** After a conflict the work begins at what is merged, with both sides in the files that conflict. A revert that conflicts has no change of its own yet. */
const startOfWork = async ({
  parts: { repositories },
  context: {
    run,
    key,
    step: { payload },
  },
  work: { repository, task },
}: StepWork<TaskWork, BuildPayload>): Promise<StartOfWork> => {
  const { conflict } = payload
  if (!conflict || (task.headSha !== null && conflict.theirs !== task.headSha))
    return { commit: task.headSha ?? task.baseSha! }
  const both = { ours: task.baseSha!, theirs: conflict.theirs, message: task.title, at: run.createdAt, key }
  const merged = await repositories.merge(repository.id, both)
  return { commit: both.ours, tree: merged.tree ?? (await repositories.treeOf(repository.id, merged.sha)) }
}

/** What an install changed of the files is undone, so that it is not taken for the agent's work. */
const setUpForAgent = async (stepWork: StepWork<TaskWork, BuildPayload>, worktree: Worktree, start: StartOfWork) => {
  const { parts, context, work } = stepWork
  const { commit } = start
  if (!(await wasSetUp(context, work))) return work.environment.variables
  const plan = await readPlan(stepWork, commit)
  if (!plan) return work.environment.variables
  const { environment } = await setUp(stepWork, worktree, { commit, phase: 'task', plan })
  await parts.repositories.worktrees.reset(worktree, { ...start, signal: context.signal })
  return environment
}

/** A setup that failed on the base fails here too; the agent then works without what it would have installed. */
const wasSetUp = async ({ run, read }: EffectContext<BuildPayload>, { task }: TaskWork) =>
  (await read((tx) => checksOf(tx, task.id, cycleRunId(run)))).some(
    (check) => isSetup(check) && check.outcome === 'passed',
  )

interface Workplace {
  readonly carrier: Carrier
  readonly worktree: Worktree
  readonly environment: Readonly<Record<string, string>>
  readonly toolServers: RunToolServers
}

const runAgent = async (
  stepWork: StepWork<TaskWork, BuildPayload>,
  { carrier, worktree, environment, toolServers }: Workplace,
): Promise<AgentOutcome> => {
  const { parts, context, work } = stepWork
  // The first agent since the server's start waits until its program is compiled.
  const harness = await unlessAborted(parts.harness(carrier.harness), context.signal)
  const { gateway } = parts
  const keep = workKeeper(parts.objects, context, work)
  const saved = await findSavedWork(parts.objects, context, work)
  const { instructions } = carrier.agent
  const { offered } = toolServers
  const given = { model: harnessModelOf(gateway.provider), instructions, saved, toolServers: offered }
  const job = await jobOf(stepWork, given)
  const { steps, tokens, wallMs } = job.limits
  const transcript = transcriber(context, work.task, { steps, tokens, wallMs })
  const ledger = openStepLedger(parts.database, modelIdentity(context, work, carrier.endpoint), parts.agentLimits)
  const routes = {
    'model.atelier.internal': modelRoute(gateway, ledger),
    'dependencies.atelier.internal': dependenciesRoute(parts, context.signal),
    [messagesHost]: messagesRoute(context, { cycleId: work.cycle.id, agentId: carrier.agent.id }),
    ...(job.web && { [webHost]: webRoute(stepWork, transcript.add) }),
    ...(job.toolServers && { [toolsHost]: toolsRoute(toolServers, transcript.add) }),
  }
  for (const server of offered) await transcript.add(startOf(server))
  const onRecord = async (record: HarnessRecord) => {
    if (record.type !== 'saved' && record.type !== 'saved-messages') return transcript.add(record)
    await keep(record)
  }
  const view = { routes, binds: harness.binds, environment, gitDir: ownGitPath }
  const gitBase = worktree.readonly[0]!
  const outcome = await withSandbox(parts, worktree, view, (sandbox) =>
    runHarness({ sandbox, harness, job, gitBase, onRecord, signal: context.signal }),
  )
  await transcript.flush()
  context.signal.throwIfAborted()
  // What the model failed of is in its sentence, and no tool's doing.
  return { ...outcome, log: outcome.outcome === 'model-failed' ? '' : transcript.lastError() }
}

/** How a tool server came up, for people who read what the agent could do. */
const startOf = ({ name, tools, unavailable }: RunToolServers['offered'][number]) => ({
  type: 'tool-server' as const,
  name,
  input: {},
  ok: unavailable === undefined,
  text: unavailable ?? `Started with ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}.`,
})

const carriedBy = ({ agent: { id, name, instructionsSha256 }, harness, identifier, chosenBy }: Carrier): TaskAgent => ({
  id,
  name,
  instructionsSha256,
  harness,
  model: identifier,
  modelChosenBy: chosenBy,
})

/** Settings changed since the run began, which is refused without an agent, a harness or a model. */
const noCarrier = ({ refused, message }: NoCarrier): Failure => ({
  message,
  step: 'build-task',
  code: carrierErrors[refused].code,
  details: { forAgency: true },
})

const noChange = (
  { outcome, summary, code, log }: AgentOutcome,
  committed: CommitResult | undefined,
  { feedback = [], log: broken = '' }: BuildPayload,
  mend: Mend | null,
): Failure => {
  const leftOut = committed?.leftOut.map(({ path, pathBase64, reason }) => `${path ?? pathBase64}: ${reason}`) ?? []
  const isDone = outcome === 'completed'
  const what = sentence(isDone ? 'agent_no_change' : 'agent_not_finished')
  const ofReview = feedback.length > 0 ? [sentence('review_sent_back'), ...feedback] : []
  const sentBack = mend ? [sentenceOf(mend.checks), ...ofReview] : ofReview
  const refused = isDone && sentBack.length > 0
  const by = mend ? { step: 'verify', code: 'result_refused' } : { step: 'review-task', code: 'review_refused' }
  const shown = isDone ? broken : log
  return {
    message: [...sentBack, what, summary, ...leftOut].join(' ').slice(0, 4_000),
    step: refused ? by.step : 'build-task',
    code: code ?? (refused ? by.code : isDone ? 'no_change' : outcome.replace('-', '_')),
    details: { ...(shown !== '' && { log: shown }), ...(isAgencys(code) && { forAgency: true }) },
  }
}

/** Codes of the model endpoint and of budgets, whose sentences name addresses, settings and amounts. */
const isAgencys = (code = '') => code.startsWith('provider_') || code.endsWith('_cap_reached')
