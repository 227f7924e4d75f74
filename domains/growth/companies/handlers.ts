import { handle } from '../../../platform/handler/index.ts'
import * as contract from './contract.ts'
import { indexCounts } from './store.ts'

const getGrowthIndexStats = handle(contract.getGrowthIndexStats, async ({ tx, ok }) => ok(await indexCounts(tx)))

export default () => ({ getGrowthIndexStats })
