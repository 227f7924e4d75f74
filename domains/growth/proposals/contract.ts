import { Type } from 'typebox'
import { contract, operation, resource, to } from '../../../platform/contract/index.ts'
import { described, Id, maybe, namedObject, oneOf, pagesOf, Time } from '../../../platform/contract/schema.ts'
import { failureOf } from '../research/contract.ts'
import { proposalFailures, proposalRunStatuses } from './rules.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [2] })

export const GrowthProposalRun = namedObject('GrowthProposalRun', {
  id: Id,
  growthRunId: described(Id, 'The research run from which it proposes.'),
  status: oneOf(proposalRunStatuses, { description: 'Whether it waits or works, or how it ended.' }),
  failure: failureOf(proposalFailures, 'No model is connected.'),
  playsProposed: count('Plays that it proposed, as drafts of the growth project.'),
  playsDropped: count('Plays of the model that were left out: malformed, without evidence in a source, or known.'),
  costUsd: Type.Number({ minimum: 0, description: 'What its model calls cost, in dollars.' }),
  createdAt: Time,
  endedAt: maybe(described(Time, 'When it ended; null while it has not.')),
})

export const listGrowthProposalRuns = operation({
  method: 'GET',
  path: '/v1/api/growth/projects/{projectId}/proposal-runs',
  summary: 'List the runs that proposed plays from research, newest first',
  reach: 'call',
  access: to('agency', resource('growth_project', 'params.projectId')),
  ...pagesOf(GrowthProposalRun),
  audit: { refusals: 'growth_proposal_run.list' },
  reads: { growth_run: 'all' },
})

export const growthProposals = contract({ listGrowthProposalRuns })
