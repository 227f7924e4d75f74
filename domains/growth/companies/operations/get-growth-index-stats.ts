import { handle } from '../../../../platform/handler/index.ts'
import { getGrowthIndexStats } from '../contract.ts'
import { indexCounts } from '../store.ts'

export default handle(getGrowthIndexStats, async ({ tx, ok }) => ok(await indexCounts(tx)))
