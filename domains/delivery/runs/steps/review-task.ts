import { isDeepStrictEqual } from 'node:util'
import type { Comparison } from '../../../../execution/repositories/index.ts'
import { failRun, finish, goTo, type CommitContext, type EffectContext } from '../../../../platform/jobs/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import type { PackagesPolicy } from '../../../code/projects/contract/review-policy.ts'
import { protectedPathsOf } from '../../../code/revisions/index.ts'
import { acceptanceTexts } from '../../acceptance/index.ts'
import { hasUntried } from '../../requests/index.ts'
import { changePartsOf, checksOf } from '../../checks/index.ts'
import { moveTask, recordVerdict, type TaskRow } from '../../tasks/index.ts'
import type { ReviewFinding } from '../../tasks/contract/verdict.ts'
import { logsOf } from '../rules-checks.ts'
import { failStep } from '../fail-step.ts'
import { compareTask, cycleRunId, type CycleParts, type TaskWork } from '../../workbench/index.ts'
import { findTaskWork } from '../work.ts'
import {
  earlierTests,
  factsOfChange,
  packageReasons,
  policyFor,
  verdictOn,
  type Findings,
  faultsOf,
  newPackagesOf,
  readChange,
} from '../../review/index.ts'
import {
  decideReview,
  goesOn,
  reviewRulesOf,
  type AfterReview,
  type ReviewDecision,
  type ReviewRules,
} from '../decide-review.ts'
import { faultsOfMend } from '../rules-mends.ts'
import { type JudgePayload, taskRun } from '../graph.ts'
import { stepOfRound } from '../rounds-after.ts'
import { waitForPerson } from './wait-for-person.ts'

interface ReviewResult extends ReviewDecision {
  readonly task: TaskRow
  /** Whether parts of the change have to be tried before a person is asked about them. */
  readonly triesRest: boolean
  /** The project's rules when the decision was made. */
  readonly rules: ReviewRules
  /** The output of the checks that do not pass over the change. */
  readonly log: string
}

/** Checks the change against rules that need no judgement, then asks a model to read it, before anything is merged. */
export const reviewTask = (parts: CycleParts) =>
  taskRun.step('review-task', {
    failed: failStep,
    effect: (context) => review(parts, context),
    commit: async (context, { task, rules, verdict, next, log, triesRest }) => {
      const { tx, run, step } = context
      // The effect decides. People may have changed the rules since it read them: then the change is reviewed again, by
      // the new rules and the facts that they need, so that a rule that was tightened wins.
      if (!isDeepStrictEqual(reviewRulesOf(await findProject(tx, task.projectId), parts), rules))
        return goTo(taskRun.at['review-task'], step.payload)
      if (triesRest) return goTo(taskRun.at['try-rest'], step.payload)
      await recordVerdict(tx, task, cycleRunId(run), verdict)
      return goAfter(context, task, next, log)
    },
  })

const goAfter = async (context: CommitContext<JudgePayload>, task: TaskRow, next: AfterReview, log: string) => {
  const { tx, run, now, step } = context
  if (next.to === 'author') return sendBack(context, task, next)
  if (next.to === 'person') return waitForPerson(context, { task, reasons: next.reasons, judge: step.payload })
  if (next.to === 'end') return failRun(failureOf(next, log))
  await moveTask(tx, { id: task.id, runId: cycleRunId(run) }, 'approved', now)
  return finish()
}

const review = async (parts: CycleParts, context: EffectContext<JudgePayload>): Promise<ReviewResult> => {
  const { run, read, signal, step } = context
  const { reworks, unfinished, probed, examined, accepted, isRestTried } = step.payload
  const work = await findTaskWork(read, run)
  const { project, task } = work
  const checks = await read((tx) => checksOf(tx, task.id, cycleRunId(run)))
  const changeParts = await read((tx) => changePartsOf(tx, task.id, cycleRunId(run)))
  const named = await read((tx) => protectedPathsOf(tx, project.id))
  const kept = new Set(named.map(({ path }) => path))
  const compared = await compareTask(parts.repositories, work)
  const { faults, weakening, untested } = await faultsOf(parts.repositories, work, {
    compared,
    kept,
    checks,
    accepted: accepted ? await acceptanceTexts({ parts, context, work }) : [],
    signal,
  })
  const request = `${work.cycle.title}\n${work.cycle.description}`
  const unmended = faultsOfMend(task.mend?.checks ?? [], checks)
  const earlier = await earlierTests({ parts, context, work }, { checks, compared })
  const found = verdictOn(checks, [...faults, ...unmended], {
    weakening: [...(probed?.findings ?? []), ...weakening],
    parts: changeParts.length > 0 ? changeParts : undefined,
    earlier,
    acceptance: accepted,
    examination: examined,
  })
  const seen = {
    ...(untested.length > 0 && { untestedValues: untested }),
    ...(probed && { probes: probed.results }),
    ...(examined && { examination: examined }),
    ...(accepted && { acceptance: accepted }),
    ...(task.review?.wasToldOfAcceptance && { wasToldOfAcceptance: true as const }),
  }
  const rules = reviewRulesOf(project, parts)
  const { policies } = rules
  const action = policyFor(found, policies)
  const judged = { ...found, verdict: { ...found.verdict, ...seen } }
  const mayGoBack = reworks < rules.reworksMost
  const packages =
    action === 'refuse' ? [] : await reasonsOfPackages(parts, work, compared, { request, policy: policies.packages })
  const log = logsOf(checks)
  const wasTold = task.review?.wasToldOfAcceptance === true
  const known = { findings: judged, action, rules, mayGoBack, unfinished, packages, log, wasTold }
  const first = decideReview({ ...known, model: undefined })
  if (!isRestTried && first.next.to === 'person' && hasUntried(first.next.reasons))
    return { task, rules, log, triesRest: true, ...first }
  const facts = action === 'ask' ? await factsOfChange(parts.repositories, work, { compared, checks, signal }) : []
  const findings = withFacts(judged, facts)
  // A change that is sent back or refused anyway needs no second opinion.
  const needsModel = action !== 'refuse' && !goesOn(unfinished, action, mayGoBack) && policies.model !== 'off'
  const model = needsModel ? await readChange({ parts, context, work }, { checks, findings, compared }) : undefined
  return { task, rules, log, triesRest: false, ...decideReview({ ...known, findings, model }) }
}

const withFacts = (judged: Findings, facts: readonly ReviewFinding[]): Findings =>
  facts.length === 0
    ? judged
    : { ...judged, verdict: { ...judged.verdict, findings: [...(judged.verdict.findings ?? []), ...facts] } }

const reasonsOfPackages = async (
  { repositories }: CycleParts,
  work: TaskWork,
  compared: Comparison,
  { request, policy }: { readonly request: string; readonly policy: PackagesPolicy },
) => {
  // Lock files are large: if no person is asked about them, none is read.
  return policy === 'merge' ? [] : packageReasons(policy, await newPackagesOf(repositories, work, compared), request)
}

const sendBack = async (
  { tx, run, now, step }: CommitContext<JudgePayload>,
  task: TaskRow,
  { feedback, log = '', goesOn: continues }: Extract<AfterReview, { to: 'author' }>,
) => {
  await moveTask(tx, { id: task.id, runId: cycleRunId(run) }, 'building', now)
  const reworks = step.payload.reworks + 1
  const { rounds: [round, ...rounds] = [], message = task.title } = step.payload.unfinished ?? {}
  // Only the round is open: the coder was done.
  if (continues && round)
    return goTo(taskRun.at[stepOfRound(round)], { reworks, message, rounds, feedback: feedback.join(' ') })
  const build = {
    reworks,
    feedback: [...feedback],
    log,
    ...(continues && { goesOn: continues }),
  }
  return goTo(taskRun.at['build-task'], build)
}

const failureOf = ({ code, message }: Extract<AfterReview, { to: 'end' }>, log: string) => ({
  message: message.slice(0, 4_000),
  step: 'review-task',
  code,
  ...(code === 'review_refused' && log !== '' && { details: { log } }),
})
