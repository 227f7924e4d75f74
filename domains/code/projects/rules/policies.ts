import type {
  CheckedPolicy,
  Examining,
  ModelReviewing,
  PackagesPolicy,
  Probing,
  ReviewPolicy,
} from '../contract/review-policy.ts'
import type { PolicyOwner } from '../tables.ts'

/** A policy in effect, and its source. */
export interface SourcedValue<Value> {
  readonly value: Value
  readonly from: 'project' | 'workspace' | 'instance'
}

/** The default policies of this installation. */
export interface InstancePolicies {
  readonly modelReview: ModelReviewing
}

/** The policies in force in a project, each with its source: the project, else its workspace, else the instance. */
export const sourcedPolicies = (project: PolicyOwner | undefined, { modelReview }: InstancePolicies) => {
  const { review, approval } = project?.runtime ?? {}
  const above = project?.inherited
  return {
    requiresApproval: requiresApproval(project),
    review: {
      shown: firstOf<ReviewPolicy>(review?.shown, above?.review.shown, 'ask'),
      checked: firstOf<CheckedPolicy>(review?.checked, above?.review.checked, 'ask'),
      unverified: firstOf<ReviewPolicy>(review?.unverified, above?.review.unverified, 'ask'),
      weakened: firstOf<ReviewPolicy>(review?.weakened, above?.review.weakened, 'ask'),
      model: firstOf<ModelReviewing>(review?.model, above?.review.model, modelReview),
      probes: firstOf<Probing>(review?.probes, above?.review.probes, 'on'),
      // Where no model reads changes by default, none writes tests for them either.
      examiner: firstOf<Examining>(review?.examiner, above?.review.examiner, modelReview === 'off' ? 'off' : 'shown'),
      packages: firstOf<PackagesPolicy>(review?.packages, above?.review.packages, 'named'),
    },
    approval: {
      remindEveryHours: firstOf(approval?.remindEveryHours, above?.approval.remindEveryHours, 0),
      expireAfterHours: firstOf(approval?.expireAfterHours, above?.approval.expireAfterHours, 0),
    },
    delivery: { onApproval: shippedOnApproval(project) },
  }
}

/** Returns whether the agency approves each change, and the source of that policy. */
export const requiresApproval = (
  project: Pick<PolicyOwner, 'requiresApproval' | 'inherited'> | undefined,
): SourcedValue<boolean> => firstOf(project?.requiresApproval, project?.inherited?.requiresApproval, false)

/** The effect of a deliverable's approval, and its source. */
export const shippedOnApproval = (
  project: Pick<PolicyOwner, 'runtime' | 'inherited'> | undefined,
): SourcedValue<'nothing' | 'deploy'> =>
  firstOf(project?.runtime.delivery?.onApproval, project?.inherited?.delivery.onApproval, 'nothing')

const firstOf = <Value>(
  own: Value | null | undefined,
  workspace: Value | null | undefined,
  instance: Value,
): SourcedValue<Value> => {
  if (own !== null && own !== undefined) return { value: own, from: 'project' }
  if (workspace !== null && workspace !== undefined) return { value: workspace, from: 'workspace' }
  return { value: instance, from: 'instance' }
}

export const reviewOf = (project: PolicyOwner | undefined, instance: InstancePolicies) => {
  const { review } = sourcedPolicies(project, instance)
  const { shown, checked, unverified, weakened, model, probes, examiner, packages } = review
  return {
    shown: shown.value,
    checked: checked.value,
    unverified: unverified.value,
    weakened: weakened.value,
    model: model.value,
    probes: probes.value,
    examiner: examiner.value,
    packages: packages.value,
  }
}

const policiesIn = ['review', 'approval', 'delivery']

/** A runtime without the policies that it may hold. */
export const withoutPolicies = <Runtime extends object>(runtime: Runtime): Runtime =>
  Object.fromEntries(Object.entries(runtime).filter(([name]) => !policiesIn.includes(name))) as Runtime
