import { type CommitResult, maskSecrets, type Worktree } from '../../../../execution/repositories/index.ts'
import { failRun, type EffectContext, type Failure } from '../../../../platform/jobs/index.ts'
import { type Mend, assignTaskAgent, type TaskRow } from '../../tasks/index.ts'
import {
  carrierFor,
  type NoCarrier,
  cycleRunId,
  type CycleParts,
  withWorktree,
  type TaskWork,
  type StepWork,
} from '../../workbench/index.ts'
import { failStep } from '../fail-step.ts'
import { findTaskWork } from '../work.ts'
import {
  type AgentOutcome,
  carriedBy,
  endsEarly,
  isAgencys,
  jobOf,
  letAgentWork,
  type StartOfWork,
} from '../../agent-work/index.ts'
import type { Pipeline } from '../../../agents/agents/index.ts'
import { carrierErrors } from '../../cycles/contract/run-errors.ts'
import { questionsMost } from '../../cycles/rules.ts'
import { sentenceOf, roundsAfter } from '../rules-moves.ts'
import { type BuildPayload, continuesChange, taskRun } from '../graph.ts'
import { afterChange, commitChange } from './after-change.ts'
import { capSpending } from '../../cycles/index.ts'
import { sentence } from '../../sentences/index.ts'
import { waitForAnswer } from './wait-for-person.ts'

interface Built {
  readonly task: TaskRow
  readonly pipeline: Pipeline
  /** Message of the commit. */
  readonly message: string
  readonly outcome: AgentOutcome
  readonly committed: CommitResult | undefined
}

/** Runs an agent that carries the task out in a sandbox; its changes in the worktree become one commit of ours. */
export const buildTask = (parts: CycleParts) =>
  taskRun.step('build-task', {
    sandbox: true,
    failed: failStep,
    effect: (context) => build(parts, context),
    commit: async (context, built) => {
      const { payload } = context.step
      if ('refused' in built) return failRun(noCarrier(built))
      const { task, pipeline, outcome, committed, message } = built
      if (isAsking(outcome, payload)) return waitForAnswer(context, task, outcome.summary, committed?.sha)
      const unfinished = unfinishedOf(outcome)
      // The commits of earlier rounds are judged again if this round changed nothing more and did not give up.
      const isDone = outcome.outcome === 'completed' && continuesChange(payload)
      const isKept = unfinished !== undefined || isDone
      const headSha = committed?.sha ?? (isKept ? task.headSha : null)
      if (!headSha) return failRun(noChange(outcome, committed, payload, task.mend))
      // An answer that had to be sent back counts like a change that was.
      const reworks = payload.reworks + outcome.nudges
      const rounds = roundsAfter(pipeline, { payload, mend: task.mend, unfinished })
      return afterChange(context, task, { headSha, reworks, message, rounds, unfinished })
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
  const built = { task: work.task, pipeline: carrier.agent.pipeline, message: work.task.title }
  const { commit } = start
  const letWork = async (worktree: Worktree) => {
    const outcome = await letAgentWork(stepWork, {
      carrier,
      worktree,
      start,
      jobOf: (given) => jobOf(stepWork, given, continuesChange(context.step.payload)),
    })
    const asks = isAsking(outcome, context.step.payload)
    if (outcome.outcome !== 'completed' && !asks && !endsEarly(outcome))
      return { ...built, outcome, committed: undefined }
    const said = asks ? sentence('change_not_committed') : maskSecrets(outcome.summary.slice(0, 8_000))
    const message = `${work.task.title}\n\n${said}`.slice(0, 8_000)
    return { ...built, outcome, committed: await commitChange(stepWork, worktree, commit, message), message }
  }
  const hasNone = ({ outcome, committed }: Built) => !committed?.sha && !isAsking(outcome, context.step.payload)
  return withWorktree<Built>(stepWork, commit, letWork, hasNone)
}

/** True if the agent asks people; its questions in one round are bounded. */
const isAsking = ({ outcome }: AgentOutcome, { answers = [] }: BuildPayload) =>
  outcome === 'asked' && answers.length < questionsMost

/** Why a change exists although the agent was not done, in words that may go with the change. */
const unfinishedOf = (outcome: AgentOutcome) => {
  if (!endsEarly(outcome)) return undefined
  const reason = isAgencys(outcome.code) ? sentence('agent_model_or_budget') : outcome.summary.slice(0, 2_000)
  return { reason, code: outcome.code ?? outcome.outcome.replace('-', '_') }
}

/** The base of the work: after a conflict both sides are in the files. A conflicting revert has no change of its own. */
const startOfWork = async (stepWork: StepWork<TaskWork, BuildPayload>): Promise<StartOfWork> => {
  const { parts, context, work } = stepWork
  const { repositories } = parts
  const { repository, task } = work
  const { conflict } = context.step.payload
  if (!conflict || (task.headSha !== null && conflict.theirs !== task.headSha))
    return { commit: task.headSha ?? task.baseSha! }
  const ours = task.baseSha!
  const both = { ours, theirs: conflict.theirs, message: task.title, at: context.run.createdAt, key: context.key }
  const merged = await repositories.merge(repository.id, both)
  return { commit: ours, tree: merged.tree ?? (await repositories.treeOf(repository.id, merged.sha)) }
}

/** The failure of a task without an agent, a harness or a model: settings changed since the run began. */
const noCarrier = ({ refused, message }: NoCarrier): Failure => ({
  message,
  step: 'build-task',
  code: carrierErrors[refused].code,
  details: { forAgency: true },
})

/** Ends a text with a full stop, which people leave out. */
const asSentence = (text: string) => (/[.!?…:;)”]\s*$/.test(text) ? text : `${text.trimEnd()}.`)

const noChange = (
  { outcome, summary, code, log }: AgentOutcome,
  committed: CommitResult | undefined,
  { feedback = [], log: broken = '' }: BuildPayload,
  mend: Mend | null,
): Failure => {
  const leftOut = committed?.leftOut.map(({ path, pathBase64, reason }) => `${path ?? pathBase64}: ${reason}`) ?? []
  const isDone = outcome === 'completed'
  const ofReview = feedback.length > 0 ? [sentence('review_sent_back'), ...feedback.map(asSentence)] : []
  const sentBack = mend ? [sentenceOf(mend.checks), ...ofReview] : ofReview
  const refused = isDone && sentBack.length > 0
  // The change that was sent back is still there.
  const what = sentence(refused ? 'agent_no_further_change' : isDone ? 'agent_no_change' : 'agent_not_finished')
  const by = mend ? { step: 'verify', code: 'result_refused' } : { step: 'review-task', code: 'review_refused' }
  const shown = isDone ? broken : log
  return {
    message: [...sentBack, what, summary, ...leftOut].join(' ').slice(0, 4_000),
    step: refused ? by.step : 'build-task',
    code: code ?? (refused ? by.code : isDone ? 'no_change' : outcome.replace('-', '_')),
    details: { ...(shown !== '' && { log: shown }), ...(isAgencys(code) && { forAgency: true }) },
  }
}
