import { handle } from '../../../../platform/handler/index.ts'
import { getGrowthSettings } from '../contract.ts'
import { presentSettings } from '../present.ts'
import { spendOfMonth } from '../spend.ts'
import { findSettings } from '../store.ts'

export default handle(getGrowthSettings, async ({ tx, now, ok }) =>
  ok(presentSettings(await findSettings(tx), await spendOfMonth(tx, now), now)),
)
