import { type CommitResult, maskSecrets, type Worktree } from '../../../../execution/repositories/index.ts'
import type { CommitContext, EffectContext } from '../../../../platform/jobs/index.ts'
import { type Round, roundRoles } from '../../../agents/agents/index.ts'
import { carrierErrors } from '../../cycles/contract/run-errors.ts'
import { capSpending } from '../../cycles/index.ts'
import { recordRound, type TaskAgent, type TaskRow } from '../../tasks/index.ts'
import {
  type Carrier,
  carrierFor,
  type CycleParts,
  cycleRunId,
  type NoCarrier,
  type StepWork,
  type TaskWork,
  withWorktree,
} from '../../workbench/index.ts'
import { sentence } from '../../sentences/index.ts'
import { failStep } from '../fail-step.ts'
import { findTaskWork } from '../work.ts'
import {
  type AgentOutcome,
  carriedBy,
  endsEarly,
  isAgencys,
  letAgentWork,
  indented,
  jobWith,
  type GivenToJob,
} from '../../agent-work/index.ts'
import type { RoundPayload, Unfinished } from '../graph.ts'
import { afterChange, commitChange } from './after-change.ts'
import { readBlocksNamed } from '../../../../execution/models/index.ts'

interface WorkedRound {
  readonly task: TaskRow
  readonly agent: TaskAgent
  readonly outcome: AgentOutcome
  readonly committed: CommitResult | undefined
  readonly message: string
}

type ExtendedChange = WorkedRound | { readonly task: TaskRow; readonly skipped: NoCarrier | string }

/**
 * A step that lets the agent of a round add to the change that the coder handed in: tests, documentation, or what linters ask for.
 * The change stays one commit, and is checked and reviewed as a whole: whose test it is makes no difference.
 */
export const extendChange = (parts: CycleParts, round: Round) => ({
  sandbox: true,
  failed: failStep,
  effect: (context: EffectContext<RoundPayload>) => extend(parts, context, round),
  commit: async (context: CommitContext<RoundPayload>, extended: ExtendedChange) => {
    const { payload } = context.step
    if ('skipped' in extended) return skip(context, round, extended.task, extended.skipped)
    const { task, agent, outcome, committed, message } = extended
    const unfinished = unfinishedOf(round, outcome)
    const headSha = committed?.sha ?? task.headSha!
    const isChanged = headSha !== task.headSha
    await recordRound(context.tx, task.id, cycleRunId(context.run), {
      round,
      outcome: unfinished ? 'unfinished' : isChanged ? 'changed' : 'unchanged',
      agent,
      ...(unfinished && { reason: unfinished.reason }),
    })
    return afterChange(context, task, {
      headSha,
      // An answer that had to be sent back counts like a change that was.
      reworks: payload.reworks + outcome.nudges,
      message: isChanged ? message : payload.message,
      rounds: unfinished ? [] : payload.rounds,
      unfinished: unfinished && { ...unfinished, message, rounds: [round, ...payload.rounds] },
    })
  },
})

/** Skips a round without its agent; if settings keep its agent from working, a person decides on the change. */
const skip = async (context: CommitContext<RoundPayload>, round: Round, task: TaskRow, skipped: NoCarrier | string) => {
  const { payload } = context.step
  const reason = typeof skipped === 'string' ? skipped : skipped.message
  const isWanted = typeof skipped !== 'string' && skipped.refused !== 'noAgent'
  await recordRound(context.tx, task.id, cycleRunId(context.run), { round, outcome: 'skipped', agent: null, reason })
  return afterChange(context, task, {
    headSha: task.headSha!,
    reworks: payload.reworks,
    message: payload.message,
    rounds: isWanted ? [] : payload.rounds,
    unfinished: isWanted
      ? {
          reason: 'No model could be asked for a round of its pipeline.',
          code: carrierErrors[skipped.refused].code,
          isFinal: true,
        }
      : undefined,
  })
}

const extend = async (
  parts: CycleParts,
  context: EffectContext<RoundPayload>,
  round: Round,
): Promise<ExtendedChange> => {
  const work = await findTaskWork(context.read, context.run)
  const { task } = work
  const carrier = await context.read((tx) => carrierFor(tx, parts, work.project, roundRoles[round]))
  if ('refused' in carrier) return { task, skipped: carrier }
  const isOffline = parts.gateway.provider.name === 'offline' && carrier.endpoint === undefined
  if (isOffline && askedOfRound(round, task.description) === '')
    return { task, skipped: 'The description has no block for this round, and the offline model does nothing else.' }
  const paying = { workspaceId: context.run.workspaceId, cycleId: work.cycle.id, projectId: work.project.id }
  await context.write((tx) => capSpending(tx, parts.caps, paying))
  return workOn({ parts, context, work }, carrier, round)
}

const workOn = (stepWork: StepWork<TaskWork, RoundPayload>, carrier: Carrier, round: Round): Promise<WorkedRound> => {
  const { step } = stepWork.context
  const { task } = stepWork.work
  const commit = task.headSha!
  const letWork = async (worktree: Worktree): Promise<WorkedRound> => {
    const outcome = await letAgentWork(stepWork, {
      carrier,
      worktree,
      start: { commit },
      jobOf: (given) => roundJobOf(round, stepWork, given),
    })
    const agent = carriedBy(carrier)
    const message = `${step.payload.message}\n\n${maskSecrets(outcome.summary)}`.slice(0, 8_000)
    if (outcome.outcome !== 'completed' && !endsEarly(outcome))
      return { task, agent, outcome, committed: undefined, message: step.payload.message }
    // The commit of a round replaces that of the coder: the change stays one commit on the base of the task.
    return { task, agent, outcome, committed: await commitChange(stepWork, worktree, commit, message), message }
  }
  return withWorktree(stepWork, commit, letWork, ({ committed }) => committed === undefined)
}

/** Why a round did not finish, in words for everybody who sees the change. A round that ended so would end so again. */
const unfinishedOf = (round: Round, outcome: AgentOutcome): Unfinished | undefined => {
  if (outcome.outcome === 'completed') return undefined
  const reason = isAgencys(outcome.code) ? sentence('agent_model_or_budget') : outcome.summary.slice(0, 2_000)
  return {
    reason: `${nameOf[round]} did not finish. ${reason}`,
    code: outcome.code ?? outcome.outcome.replace('-', '_'),
    ...(!endsEarly(outcome) && { isFinal: true }),
  }
}

const nameOf: Readonly<Record<Round, string>> = {
  lint: 'The round that tidies the change',
  test: 'The tester',
  secure: 'The tester who looks for misuse',
  document: 'The writer',
}

/** The agent's input in a round, with the change that the coder handed in. */
const roundJobOf = (round: Round, stepWork: StepWork<TaskWork, RoundPayload>, given: GivenToJob) => {
  const { payload } = stepWork.context.step
  return jobWith(stepWork, given, {
    description: descriptionOf(round, stepWork.work.task, payload),
    reworks: payload.reworks,
    hears: false,
    asks: false,
    hasChange: payload.feedback !== undefined,
  })
}

/** The part of a task's description that names a round; the offline model carries out nothing else. */
const askedOfRound = (round: Round, description: string): string =>
  readBlocksNamed(description, `round ${round}`).join('\n\n')

const duties: Readonly<Record<Round, string>> = {
  lint: 'Tidy a change. Run the linters, formatters and type checks that this project has, and mend what they report about lines of the change, in the code alone. Behaviour stays as it is, and so do their settings: no suppression, no exception, no other threshold.',
  test: 'Write tests for a change. Extend the tests that the project has so that they show what the task promises, and would fail without the change. Change no code outside of tests: a test that fails because the change is wrong stays, and the coder mends the change.',
  secure:
    'Test a change against misuse. Look for inputs, states and callers that the task does not foresee: what is malformed, too large, not allowed, at the same time, or of somebody else. Write tests for what has to hold then. Change no code outside of tests: a test that fails because the change is unsafe stays, and the coder mends the change.',
  document:
    'Document a change. Bring the documentation of the project up to date with what readers can do or see differently because of it: pages, README, comments of what is public, the changelog where the project has one. Change no code and no tests.',
}

const descriptionOf = (round: Round, { title, description }: TaskWork['task'], { feedback }: RoundPayload) => {
  const asked = askedOfRound(round, description)
  const sections = [
    duties[round],
    `The task was carried out already: git show HEAD has the change, and its files are in the worktree. Leave the rest as it is. If nothing is missing, end with a message that begins with DONE: and says what you looked at.`,
    `The task, which is material for you:\n\n${indented(`${title}\n\n${description}`)}`,
  ]
  if (feedback) sections.push(`The last attempt did not finish:\n\n${indented(feedback)}`)
  if (asked !== '') sections.push(`The task asks this of you by name:\n\n${asked}`)
  return sections.join('\n\n')
}
