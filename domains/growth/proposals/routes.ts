import listGrowthProposalRuns from './operations/list-growth-proposal-runs.ts'

export default () => ({ listGrowthProposalRuns })
