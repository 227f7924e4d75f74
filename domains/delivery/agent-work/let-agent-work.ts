import { desktopBinds } from '../../../execution/desktop/desktop.ts'
import {
  apiHost,
  harnessModelOf,
  type HarnessJob,
  type HarnessOutcome,
  type HarnessRecord,
  type SavedWork,
  ownGitPath,
  runHarness,
} from '../../../execution/harness/index.ts'
import { gatewayWithPictures, modelRoute } from '../../../execution/models/index.ts'
import { withSandbox } from '../../../execution/packages/index.ts'
import type { Worktree } from '../../../execution/repositories/index.ts'
import { type Services, withServices } from '../../../execution/databases/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { unlessAborted } from '../../../platform/waiting/index.ts'
import { withChosen } from '../../agents/models/index.ts'
import { openStepLedger } from '../../agents/spending/index.ts'
import { checksOf } from '../checks/index.ts'
import type { TaskAgent } from '../tasks/index.ts'
import {
  type Carrier,
  cycleRunId,
  isSetup,
  modelIdentity,
  readNeeds,
  readPlan,
  setUp,
  type StepWork,
  type TaskWork,
  type CycleParts,
} from '../workbench/index.ts'
import { findSavedWork, workKeeper } from './saved-work.ts'
import { type RunToolServers, withToolServers } from './tool-servers/with-tool-servers.ts'
import { toolsHost, toolsRoute } from './tool-servers/tools-route.ts'
import { transcriber } from './transcribe.ts'
import { webHost, webRoute } from './web-route.ts'
import { lendApi } from './task-api.ts'
import { messagesHost, messagesRoute } from './messages-route.ts'
import { Type } from 'typebox'
import type { Route } from '../../../execution/egress/index.ts'
import { oneAtATime } from './route-json.ts'
import { answers, changeDependencies } from './change-dependencies.ts'

export interface AgentOutcome extends HarnessOutcome {
  /** The output of the last tool that failed. */
  readonly log: string
}

/** Files that an agent begins with. */
export interface StartOfWork {
  readonly commit: string
  /** Files in the place of the commit's own. */
  readonly tree?: string
}

/** The fields of a job that are known once the model and the tool servers are. */
export interface GivenToJob extends Pick<HarnessJob, 'model' | 'instructions' | 'toolServers'> {
  readonly saved: SavedWork | undefined
}

interface AgentWork {
  readonly carrier: Carrier
  readonly worktree: Worktree
  readonly start: StartOfWork
  jobOf(given: GivenToJob): Promise<HarnessJob>
}

/** Sets the files up and lets an agent work on them in a sandbox; committing the result is left to the caller. */
export const letAgentWork = async (
  stepWork: StepWork,
  { carrier, worktree, start, jobOf }: AgentWork,
): Promise<AgentOutcome> => {
  const { parts, context } = stepWork
  if (start.tree) await parts.repositories.worktrees.reset(worktree, { ...start, signal: context.signal })
  const { services } = await readNeeds(stepWork, start.commit)
  const environment = { ...services.environment, ...(await setUpForAgent(stepWork, worktree, start)) }
  return withToolServers(stepWork, (toolServers) =>
    withChosen(parts, context.read, carrier, (gateway) =>
      runAgent(
        { ...stepWork, parts: { ...parts, gateway } },
        { carrier, worktree, environment, services, toolServers, jobOf },
      ),
    ),
  )
}

/** Changes of files by an install are undone, so that they are not taken for the agent's work. */
const setUpForAgent = async (stepWork: StepWork, worktree: Worktree, start: StartOfWork) => {
  const { parts, context, work } = stepWork
  const { commit } = start
  if (!(await wasSetUp(context, work))) return work.environment.variables
  const plan = await readPlan(stepWork, commit)
  if (!plan) return work.environment.variables
  const { environment } = await setUp(stepWork, worktree, { commit, phase: 'task', plan })
  await parts.repositories.worktrees.reset(worktree, { ...start, signal: context.signal })
  return environment
}

/** A setup that failed on the base fails here too; the agent then works without its packages. */
const wasSetUp = async ({ run, read }: EffectContext, { task }: TaskWork) =>
  (await read((tx) => checksOf(tx, task.id, cycleRunId(run)))).some(
    (check) => isSetup(check) && check.outcome === 'passed',
  )

interface Workplace extends Omit<AgentWork, 'start'> {
  readonly environment: Readonly<Record<string, string>>
  /** The services that are started for the agent's commands. */
  readonly services: Services
  readonly toolServers: RunToolServers
}

const runAgent = async (
  stepWork: StepWork,
  { carrier, worktree, environment, services, toolServers, jobOf }: Workplace,
): Promise<AgentOutcome> => {
  const { parts, context, work } = stepWork
  // The first agent since the server's start waits until its program is compiled.
  const harness = await unlessAborted(parts.harness(carrier.harness), context.signal)
  const { gateway } = parts
  const keep = workKeeper(parts, context, work)
  const saved = await findSavedWork(parts.objects, context, work)
  const { instructions } = carrier.agent
  const { offered, starts } = toolServers
  const job = await jobOf({ model: harnessModelOf(gateway.provider), instructions, saved, toolServers: offered })
  const { steps, tokens, wallMs } = job.limits
  const transcript = transcriber(context, work.task, { steps, tokens, wallMs })
  await using api = await lendApi(stepWork, wallMs)
  const ledger = openStepLedger(parts.database, modelIdentity(context, work, carrier.endpoint), parts.agentLimits)
  const routes = {
    'model.atelier.internal': modelRoute(job.desktop ? gatewayWithPictures(gateway) : gateway, ledger),
    'dependencies.atelier.internal': dependenciesRoute(parts, context.signal, context.run.workspaceId),
    ...(api && { [apiHost]: api.route }),
    ...(job.hears && { [messagesHost]: messagesRoute(context, { cycleId: work.cycle.id, agentId: carrier.agent.id }) }),
    ...(job.web && { [webHost]: webRoute(stepWork, transcript.add) }),
    ...(job.toolServers && { [toolsHost]: toolsRoute(toolServers, transcript.add) }),
  }
  for (const start of starts) await transcript.add(start)
  const onRecord = async (record: HarnessRecord) => {
    if (record.type !== 'saved' && record.type !== 'saved-messages') return transcript.add(record)
    await keep(record)
  }
  const binds = [...harness.binds, ...(job.desktop ? desktopBinds() : [])]
  const view = { routes, binds, environment, gitDir: ownGitPath }
  const gitBase = worktree.readonly[0]!
  const outcome = await withSandbox(parts, worktree, view, (sandbox) =>
    runHarness({ sandbox: withServices(sandbox, services), harness, job, gitBase, onRecord, signal: context.signal }),
  )
  await transcript.flush()
  context.signal.throwIfAborted()
  // A failure of the model is in its sentence, and no tool's fault.
  return { ...outcome, log: outcome.outcome === 'model-failed' ? '' : transcript.lastError() }
}

/** The carrier of a task, as the task records it. */
export const carriedBy = ({ agent, harness, identifier: model, chosenBy: modelChosenBy }: Carrier): TaskAgent => {
  const { id, name, instructionsSha256 } = agent
  return { id, name, instructionsSha256, harness, model, modelChosenBy }
}

/** True if a limit or the model ended the agent: its work is committed, and the next attempt continues it. */
export const endsEarly = ({ outcome }: AgentOutcome) =>
  ['step-limit', 'token-limit', 'wall-time', 'repetition', 'model-failed', 'agent-failed', 'stalled'].includes(outcome)

/** Codes of the model endpoint and of budgets, whose sentences name addresses, settings and amounts. */
export const isAgencys = (code = '') => code.startsWith('provider_') || code.endsWith('_cap_reached')

const bodyMostBytes = 64 * 2 ** 20
/** Changes of dependencies in one attempt. */
const changesMost = 30

/**
 * The route by which an agent changes dependencies: `POST` of a request with the manifests and lock files of the
 * worktree, answered by a sentence and the changed files. One at a time, and thirty in one attempt.
 */
const dependenciesRoute = (parts: CycleParts, signal: AbortSignal, workspace: string): Route => {
  let requests = 0
  return oneAtATime({
    form: Type.Object({
      action: Type.Union([Type.Literal('add'), Type.Literal('remove'), Type.Literal('update')]),
      name: Type.String(),
      range: Type.Optional(Type.String()),
      dev: Type.Optional(Type.Boolean()),
      files: Type.Record(Type.String(), Type.String()),
    }),
    mostBytes: bodyMostBytes,
    malformed: { sentence: 'The request is not of its form.' },
    failed: { sentence: 'The change could not be worked out.' },
    answer: async ({ files, ...change }, gone) => {
      requests += 1
      if (requests > changesMost) return { ok: false, sentence: answers.tooMany, files: {} }
      const both = AbortSignal.any([signal, gone])
      const manifests = new Map(Object.entries(files))
      const options = { key: workspace, signal: both }
      const { answer, files: changed } = await changeDependencies(parts, options, manifests, change)
      const ok = answer === 'changed' || answer === 'unchanged'
      return { ok, sentence: answers[answer], files: Object.fromEntries(changed) }
    },
  })
}
