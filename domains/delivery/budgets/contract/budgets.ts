import { Type } from 'typebox'
import { operation, to, toAgencyWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject } from '../../../../platform/contract/schema.ts'
import { cap, dollars, refusals, reworks, warnedPercent } from './fields.ts'

const spent = {
  spentUsd: dollars('The spent amount.'),
  reservedUsd: dollars('The reserved amount of calls that are under way.'),
  warnedPercent,
  refusals,
}

const newCap = (description: string) =>
  Type.Optional(maybe(Type.Number({ minimum: 0, maximum: 1_000_000, description, examples: [500] })))

export const BudgetOfWorkspace = namedObject('BudgetOfWorkspace', {
  overrides: namedObject('WorkspaceCaps', {
    costCapUsd: cap('The workspace’s cap for all its projects together'),
    projectCostCapUsd: cap('The workspace’s cap for each project without its own'),
    cycleCostCapUsd: cap('The workspace’s cap for each cycle without its own'),
    maxRevisions: maybe(reworks('How often the review may send a change back if the project does not set it.')),
  }),
  enforced: namedObject('WorkspaceCapEnforced', {
    costCapUsd: cap('What all projects of the workspace may cost together, also by the operator'),
  }),
  ...spent,
})

export const UpdateWorkspaceBudget = namedObject('UpdateWorkspaceBudget', {
  costCapUsd: newCap('The cap of all projects together; the operator’s cap for each workspace stays.'),
  projectCostCapUsd: newCap('The cap of each project without its own.'),
  cycleCostCapUsd: newCap('The cap of each cycle without its own.'),
  maxRevisions: Type.Optional(
    maybe(
      Type.Integer({
        minimum: 0,
        maximum: 1_000,
        examples: [3],
        description: 'How often the review may send a change back if the project does not set it.',
      }),
    ),
  ),
})

export const BudgetOfCycle = namedObject('BudgetOfCycle', {
  cycleId: Id,
  overrides: namedObject('CycleCaps', { costCapUsd: cap('The cycle’s own cap for all its runs') }),
  enforced: namedObject('CycleCapEnforced', { costCapUsd: cap('What all runs of the cycle may cost together') }),
  ...spent,
})

const UpdateCycleBudget = namedObject('UpdateCycleBudget', {
  costCapUsd: maybe(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      examples: [5],
      description: 'What all runs of the cycle may cost together; null inherits it from the workspace or the instance.',
    }),
  ),
})

export const getWorkspaceBudget = operation({
  method: 'GET',
  path: '/v1/api/budget',
  summary: 'Read the workspace’s budget: caps, spending, and refused calls',
  reach: 'call',
  access: to('agency'),
  replies: { 200: BudgetOfWorkspace },
  audit: { refusals: 'workspace.budget' },
  reads: { budget: 'all' },
})

export const updateWorkspaceBudget = operation({
  method: 'PATCH',
  path: '/v1/api/budget',
  summary: 'Set the workspace’s caps and the defaults for projects and cycles; null removes a cap',
  reach: { page: '/models' },
  access: to('administrator'),
  body: UpdateWorkspaceBudget,
  replies: { 200: BudgetOfWorkspace },
  audit: { action: 'budget.update', category: 'update', severity: 'notice', event: 'budget.updated' },
})

export const getCycleBudget = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/budget',
  summary: 'Read a cycle’s budget: cap, spending, and refused calls',
  reach: 'call',
  access: toAgencyWho('manage', 'cycle', 'params.id'),
  replies: { 200: BudgetOfCycle },
  audit: { refusals: 'cycle.budget' },
})

export const updateCycleBudget = operation({
  method: 'PATCH',
  path: '/v1/api/cycles/{id}/budget',
  summary: 'Set a cycle’s own cap. Applies at once',
  reach: { page: '/projects' },
  access: toAgencyWho('manage', 'cycle', 'params.id'),
  body: UpdateCycleBudget,
  replies: { 200: BudgetOfCycle },
  audit: { action: 'budget.update', category: 'update', event: 'budget.updated' },
})

export const budgetOperations = { getWorkspaceBudget, updateWorkspaceBudget, getCycleBudget, updateCycleBudget }
