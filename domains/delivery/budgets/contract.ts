import { Type } from 'typebox'
import { contract, operation, toAgencyWho } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject } from '../../../platform/contract/schema.ts'
import { budgetOperations } from './contract/budgets.ts'
import { cap, dollars, refusals, reworks, warnedPercent } from './contract/fields.ts'
import { usageOperations } from './contract/usage.ts'

/** The calls of models that a cycle or a project made, and what they cost. */
const usageFields = {
  calls: Type.Integer({ description: 'Calls of a model, including failed ones' }),
  unpricedCalls: Type.Integer({
    minimum: 0,
    description: 'Calls that were answered by a model whose price is not set: `costUsd` lacks them',
  }),
  estimatedCalls: Type.Integer({
    minimum: 0,
    description: 'Calls whose endpoint contradicts its own counts of tokens: the larger ones count',
  }),
  inputTokens: Type.Integer({ description: 'As the endpoint reports them' }),
  outputTokens: Type.Integer({ description: 'As the endpoint reports them' }),
  costUsd: dollars('By the prices that are set, without unpriced calls and calls that are under way'),
}

export const CycleUsage = namedObject('CycleUsage', {
  cycleId: Id,
  ...usageFields,
  reservedUsd: dollars('Held back for calls that are under way'),
  capUsd: maybe(dollars('What all runs of the cycle may cost')),
  tasks: Type.Array(namedObject('TaskUsage', { taskId: maybe(Id), runId: Id, ...usageFields })),
})

export const getCycleUsage = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/usage',
  summary: 'Read the model usage of a cycle and each of its tasks, in tokens and dollars',
  reach: 'call',
  access: toAgencyWho('manage', 'cycle', 'params.id'),
  replies: { 200: CycleUsage },
  audit: { refusals: 'cycle.read_usage' },
  reads: { cycle: 'cycleId', task: 'cycleId' },
})

export * from './contract/budgets.ts'
export * from './contract/usage.ts'

const cycleCap = maybe(Type.Integer({ description: 'How many cycles an autonomous run may begin; null for no cap.' }))

export const ProjectBudget = namedObject('ProjectBudget', {
  projectId: Id,
  overrides: namedObject('BudgetOverrides', {
    costCapUsd: maybe(dollars('The cap of all its runs together; null if it is inherited.')),
    cycleCap,
    maxRevisions: maybe(reworks('How often the review may send a change back; null if it is inherited.')),
  }),
  enforced: namedObject('EnforcedCaps', {
    costCapUsd: cap('What all runs of the project may cost together'),
    cycleCostCapUsd: cap('The cap of all runs of a cycle together'),
    workspaceCostCapUsd: cap('What all projects of the workspace may cost together'),
    cycleCap,
    maxRevisions: reworks('How often the review may send a change back.'),
  }),
  inherited: namedObject('InheritedCaps', {
    costCapUsd: cap('The workspace’s cap for each project'),
    cycleCostCapUsd: cap('The workspace’s cap for each cycle'),
    maxRevisions: maybe(reworks('How often the review may send a change back, by the workspace.')),
  }),
  defaults: namedObject('DefaultCaps', {
    costCapUsd: cap('The cap of a project without its own'),
    cycleCap,
    maxRevisions: reworks('How often the review may send a change back if the project does not set it.'),
  }),
  spentUsd: dollars('What all its runs have cost.'),
  reservedUsd: dollars('The reserved amount of calls that are under way.'),
  warnedPercent,
  refusals,
})

const ProjectUsage = namedObject('ProjectUsage', {
  projectId: Id,
  ...usageFields,
  cycles: Type.Array(
    namedObject('UsageOfCycle', {
      cycleId: Id,
      title: Type.String(),
      runs: Type.Integer({ description: 'How many runs asked a model' }),
      ...usageFields,
    }),
    { description: 'Its cycles that asked a model, the most expensive first, at most 1,000' },
  ),
})

export const getProjectBudget = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/budget',
  summary: 'Read a project’s budget: caps, their sources, and spending',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: ProjectBudget },
  audit: { refusals: 'project.budget' },
  reads: { cycle: 'projectId', task: 'projectId', budget: 'all', project: 'projectId' },
})

export const getProjectUsage = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/usage',
  summary: 'Read the model usage of a project and each of its cycles, in tokens and dollars',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: ProjectUsage },
  audit: { refusals: 'project.usage' },
  reads: { cycle: 'projectId', task: 'projectId' },
})

export const budgets = contract({
  getProjectBudget,
  getProjectUsage,
  getCycleUsage,
  ...budgetOperations,
  ...usageOperations,
})
