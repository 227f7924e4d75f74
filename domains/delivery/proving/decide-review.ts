import { isProgram } from '../../../packages/verdict/index.ts'
import { requiresApproval, reviewOf, type InstancePolicies } from '../../code/projects/rules/policies.ts'
import { reworksMost } from '../../code/projects/rules/caps.ts'
import type { ProjectRow } from '../../code/projects/index.ts'
import type { ReviewPolicy } from '../../code/projects/contract/review-policy.ts'
import { feedbackOf, goesBackOnce } from '../acceptance/index.ts'
import type { RequestReason } from '../requests/index.ts'
import { objectionsOf, type Findings } from '../review/index.ts'
import type { ModelReview, Verdict } from '../tasks/contract/verdict.ts'
import { sentence } from '../sentences/index.ts'

/** Why a change exists although its agent was not done. With `isFinal` another attempt would end the same. */
export interface Unfinished {
  readonly reason: string
  readonly code: string
  readonly isFinal?: boolean | undefined
}

/** A project's rules for the review of its changes. */
export const reviewRulesOf = (project: ProjectRow | undefined, instance: InstancePolicies) => ({
  policies: reviewOf(project, instance),
  approval: requiresApproval(project),
  reworksMost: reworksMost(project),
})
export type ReviewRules = ReturnType<typeof reviewRulesOf>

/** Where a reviewed change goes: to its merge, to a person, back to its author, or nowhere. */
export type AfterReview =
  | { readonly to: 'merge' }
  | { readonly to: 'person'; readonly reasons: readonly RequestReason[] }
  | { readonly to: 'author'; readonly feedback: readonly string[]; readonly log?: string; readonly goesOn?: true }
  | {
      readonly to: 'end'
      readonly code: 'review_refused' | 'review_unverified' | 'review_checked' | 'review_shown'
      readonly message: string
    }

export interface ReviewDecision {
  readonly verdict: Verdict
  readonly next: AfterReview
}

export interface Evidence {
  readonly findings: Findings
  readonly action: ReviewPolicy
  readonly rules: ReviewRules
  readonly mayGoBack: boolean
  /** Whether the change went back before because acceptance tests fail. */
  readonly wasTold?: boolean
  /** Whether the change went back before because no test notices parts of it. */
  readonly wasToldOfParts?: boolean
  readonly unfinished: Unfinished | undefined
  /** The model's review of the change; undefined if none was asked. */
  readonly model: ModelReview | undefined
  /** Why a person decides about the packages that the change adds. */
  readonly packages: readonly RequestReason[]
  /** The output of the checks that do not pass over the change. */
  readonly log: string
}

export const decideReview = (evidence: Evidence): ReviewDecision => {
  const { findings, action, mayGoBack, unfinished, model, log } = evidence
  const { verdict } = findings
  const mayReturn = action !== 'refuse' && mayGoBack
  const refused: Verdict = { ...verdict, outcome: 'refused', approved: false, provedBy: [] }
  if (mayReturn && model?.outcome === 'refuse') {
    // The author may mend a model's findings; if no attempt is left, a person reads the same reasons.
    const reasons = objectionsOf(model).map((reason) => `${model.model} read the change: ${reason}`)
    return { verdict: { ...refused, reasons, model }, next: { to: 'author', feedback: reasons, log } }
  }
  const isContinued = mayReturn && unfinished !== undefined && canContinue(unfinished)
  // A person decides if the agent could only guess again, or may not read about any failing test.
  const feedback = mayReturn && !isContinued ? acceptanceFeedback(evidence) : []
  if (feedback.length > 0)
    return { verdict: { ...refused, wasToldOfAcceptance: true }, next: { to: 'author', feedback } }
  const toDecide = action === 'refuse' ? [] : reasonsForPerson(evidence)
  if (mayGoBack && !evidence.wasToldOfParts && toDecide.length > 0 && toDecide.every(isTestable)) {
    const parts = [testOrLeaveOut, ...toDecide.map(placeOf)]
    return { verdict: { ...refused, wasToldOfParts: true }, next: { to: 'author', feedback: parts, goesOn: true } }
  }
  const approved = action === 'merge' && toDecide.length === 0
  const decided: Verdict = { ...verdict, approved, ...(model && { model }) }
  if (isContinued) {
    const rest = `${unfinished.reason} What was done so far is kept, and nothing is wrong with it yet. Go on with what is left.`
    return { verdict: decided, next: { to: 'author', feedback: [rest], goesOn: true } }
  }
  if (toDecide.length > 0) return { verdict: decided, next: { to: 'person', reasons: toDecide } }
  return { verdict: decided, next: approved ? { to: 'merge' } : afterRefusal(verdict, mayGoBack, log) }
}

/** The kinds of parts of a program that a new test can notice. */
const testableKinds: readonly (string | undefined)[] = ['hunk_not_shown', 'value_not_shown']

const isTestable = ({ code, kind, path }: RequestReason): boolean =>
  code === 'unseen' && testableKinds.includes(kind) && path !== undefined && isProgram(path)

const testOrLeaveOut =
  'The request is fulfilled, and no test notices some parts of the change. For each part below, add a test to the tests of the project that fails without it, or take the part out if nobody asked for it. Change nothing else. A person is asked about each part that no test notices then.'

const placeOf = ({ path, line, message }: RequestReason): string =>
  `${[path, line].filter((piece) => piece !== undefined).join(':')}: ${message}`

const failingMost = 10

/** The failing acceptance tests in words for the author of a change; none if they go back no more. */
const acceptanceFeedback = ({ findings: { verdict }, wasTold }: Evidence): readonly string[] => {
  const { acceptance } = verdict
  if (!acceptance?.whole || (wasTold && goesBackOnce(acceptance))) return []
  return feedbackOf(acceptance).slice(0, failingMost)
}

/** True if an agent that ended early may continue: more rounds bring no more money. */
const canContinue = ({ code, isFinal }: Unfinished) => !isFinal && !code.endsWith('_cap_reached')

const afterRefusal = ({ outcome, reasons }: Verdict, mayGoBack: boolean, log: string): AfterReview => {
  if (outcome === 'unverified' || outcome === 'checked' || outcome === 'shown') {
    const message = `${sentence(`policy_refuses_${outcome}`)} ${reasons.join(' ')}`
    return { to: 'end', code: `review_${outcome}`, message }
  }
  if (mayGoBack) return { to: 'author', feedback: reasons, log }
  return { to: 'end', code: 'review_refused', message: `${sentence('review_refused')} ${reasons.join(' ')}` }
}

/** Why a person decides on a change that the rules let pass; none if no person has to. */
const reasonsForPerson = (known: Evidence): readonly RequestReason[] => [
  ...(known.action === 'ask' ? known.findings.doubts : []),
  ...approvalReasons(known.rules),
  ...known.packages,
  ...examinationReasons(known.findings.verdict),
  ...modelReasons(known.model, known.rules.policies.model === 'required'),
  ...unfinishedReasons(known.unfinished),
]

const approvalReasons = ({ approval: { value, from } }: ReviewRules): readonly RequestReason[] => {
  const message = sentence(from === 'project' ? 'approval_of_project' : 'approval_of_workspace')
  return value ? [{ code: 'approval_required', message }] : []
}

/** A test that fails and follows from words of the request asks a person, and refuses nothing. */
const examinationReasons = ({ examination }: Verdict): readonly RequestReason[] =>
  (examination?.tests ?? [])
    .filter(({ outcome }) => outcome === 'contradicts')
    .map(({ name, quote, message = '' }) => ({
      code: 'examination',
      // Both sides: the words of the request, and the effect of the change.
      message: `${sentence('test_from_request', { quote: quote ?? '', test: name })} ${message}`.trim(),
    }))

/** Why a person decides after a model read the change, or could not. */
const modelReasons = (model: ModelReview | undefined, required: boolean): readonly RequestReason[] => {
  if (!model || model.outcome === 'no_objection') return []
  if (model.outcome === 'none')
    return required ? [{ code: 'model_review', message: `${sentence('model_none')} ${model.summary}` }] : []
  if (model.findings.length === 0) return [{ code: 'model_review', message: `${model.model}: ${model.summary}` }]
  const message = (reason: string) => `${model.model}: ${reason}`
  return model.findings.map(({ reason, ...place }) => ({ code: 'model_review', message: message(reason), ...place }))
}

/** A change whose agent did not report it as done is never merged without a person, also if its checks pass. */
const unfinishedReasons = (unfinished: Unfinished | undefined): readonly RequestReason[] =>
  unfinished ? [{ code: 'agent_unfinished', message: `${sentence('agent_unfinished')} ${unfinished.reason}` }] : []
