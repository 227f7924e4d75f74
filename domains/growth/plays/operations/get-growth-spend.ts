import { handle } from '../../../../platform/handler/index.ts'
import { workspaceTimeZone } from '../../../accounts/workspaces/index.ts'
import { spendByPlay } from '../../providers/index.ts'
import { getGrowthSpend } from '../contract.ts'
import { presentSpend } from '../present.ts'
import { playNames } from '../store.ts'

const days = 30

export default handle(getGrowthSpend, async ({ tx, params: { projectId }, ok }) => {
  const spent = await spendByPlay(tx, projectId, days)
  return ok(presentSpend(await workspaceTimeZone(tx), await playNames(tx, projectId), spent))
})
