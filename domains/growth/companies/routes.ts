import getGrowthIndexStats from './operations/get-growth-index-stats.ts'

export default () => ({ getGrowthIndexStats })
