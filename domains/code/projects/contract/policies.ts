import { Type, type Static, type TSchema } from 'typebox'
import { operation, to, toAgencyWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf } from '../../../../platform/contract/schema.ts'
import { ApprovalPolicy, hours } from './approval-policy.ts'
import { DeliveryPolicy, shippedWords } from './delivery-policy.ts'
import {
  checkedPolicies,
  examining,
  modelReviewing,
  packagesPolicies,
  probing,
  Review,
  reviewPolicies,
} from './review-policy.ts'

const sources = ['project', 'workspace', 'instance'] as const
const from = oneOf(sources, { description: 'The source: the project, its workspace, or the instance for all.' })

const sourced = <S extends TSchema>(value: S, description: string) =>
  Type.Object(
    { value: Type.Unsafe<Static<S>>({ ...value, description: 'What holds.' }), from },
    { description, additionalProperties: false },
  )
const wordOf = <const Words extends readonly [string, ...string[]]>(words: Words, description: string) =>
  sourced(oneOf(words), description)
const hoursOf = (description: string) => sourced(Type.Integer(hours), description)

/** The values in force, and their sources. */
export const PoliciesInForce = namedObject('PoliciesInForce', {
  requiresApproval: sourced(Type.Boolean(), 'Whether the agency approves each change'),
  review: namedObject('ReviewInForce', {
    shown: wordOf(reviewPolicies, 'What happens to a change that only tests of its own author show'),
    checked: wordOf(
      checkedPolicies,
      'What happens to a change over which the checks still pass, and that no test proves',
    ),
    unverified: wordOf(reviewPolicies, 'What happens to a change that no check can judge'),
    weakened: wordOf(reviewPolicies, 'What happens to a change after which tests prove less'),
    model: wordOf(modelReviewing, 'Whether a model reads changes'),
    probes: wordOf(probing, 'Whether changes are probed for code that deceives the tests'),
    examiner: wordOf(examining, 'Which changes a model writes tests for without seeing them'),
    packages: wordOf(packagesPolicies, 'Whether a person decides about packages that a change adds'),
  }),
  approval: namedObject('ApprovalInForce', {
    remindEveryHours: hoursOf('How often people are reminded of a request that waits; 0 for never'),
    expireAfterHours: hoursOf('When a request is cancelled that nobody decided on; 0 for never'),
  }),
  delivery: namedObject('DeliveryInForce', {
    onApproval: wordOf(shippedWords, 'The effect of a deliverable’s approval'),
  }),
})

const SetWorkspacePolicies = namedObject('SetWorkspacePolicies', {
  requiresApproval: Type.Optional(maybe(Type.Boolean())),
  review: Type.Optional(Review),
  approval: Type.Optional(ApprovalPolicy),
  delivery: Type.Optional(DeliveryPolicy),
})

export const WorkspacePolicies = namedObject('WorkspacePolicies', {
  requiresApproval: maybe(Type.Boolean()),
  review: Review,
  approval: ApprovalPolicy,
  delivery: DeliveryPolicy,
  inForce: PoliciesInForce,
})

export const ProjectPolicies = namedObject('ProjectPolicies', { projectId: Id, inForce: PoliciesInForce })

export const getWorkspacePolicies = operation({
  method: 'GET',
  path: '/v1/api/policies',
  summary: 'Read the workspace’s policies and the effective defaults for its projects',
  reach: 'call',
  access: to('agency'),
  replies: { 200: WorkspacePolicies },
  audit: { refusals: 'policies.get' },
  reads: { workspace: 'all' },
})

export const setWorkspacePolicies = operation({
  method: 'PUT',
  path: '/v1/api/policies',
  summary: 'Replace the workspace’s policies. They apply at once to projects without their own',
  reach: { page: '/settings/workspace' },
  access: to('administrator'),
  body: SetWorkspacePolicies,
  replies: { 200: WorkspacePolicies },
  audit: { action: 'policies.set', category: 'update', severity: 'notice', event: 'workspace.policies_set' },
})

export const getProjectPolicies = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/policies',
  summary: 'Read the effective policies of a project, and where each comes from: project, workspace or instance',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: ProjectPolicies },
  audit: { refusals: 'policies.get' },
  reads: { project: 'projectId', workspace: 'all' },
})

export const clearProjectPolicies = operation({
  method: 'DELETE',
  path: '/v1/api/projects/{id}/policies',
  summary: 'Reset a project’s policies to the workspace’s',
  reach: { page: '/projects/{id}/settings' },
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: ProjectPolicies },
  audit: { action: 'policies.clear', category: 'update', severity: 'notice', event: 'project.updated' },
})

export const policyOperations = { getWorkspacePolicies, setWorkspacePolicies, getProjectPolicies, clearProjectPolicies }
