import { contract, operation, to } from '../../../platform/contract/index.ts'
import { namedObject } from '../../../platform/contract/schema.ts'
import { count } from '../research/contract.ts'

const GrowthIndexStats = namedObject('GrowthIndexStats', {
  companies: count('Companies in the index that all workspaces of this instance share.'),
  supplied: count('How many of them this workspace supplied.'),
})

export const getGrowthIndexStats = operation({
  method: 'GET',
  path: '/v1/api/growth/index',
  summary: 'Count the companies of the shared index, and the companies that this workspace supplied',
  reach: 'call',
  access: to('agency'),
  replies: { 200: GrowthIndexStats },
  audit: { refusals: 'growth_index.get' },
  reads: { growth_lookup: 'all' },
})

export const companies = contract({ getGrowthIndexStats })
