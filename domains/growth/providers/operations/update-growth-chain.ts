import { handle } from '../../../../platform/handler/index.ts'
import { providerNamed } from '../catalogue.ts'
import { updateGrowthChain } from '../contract.ts'
import { presentOrder } from '../present.ts'
import { isCapability } from '../rules.ts'
import { removeChainOrder, saveChainOrder } from '../store-settings.ts'

export default handle(updateGrowthChain, async ({ tx, workspace, params, body, caller, now, fail, absent, ok }) => {
  const { capability } = params
  if (!isCapability(capability)) return absent()
  const { order } = body
  if (order?.some((name) => !providerNamed(name)?.capabilities.includes(capability))) return fail.cannotServe()
  if (order === null) await removeChainOrder(tx, capability)
  else await saveChainOrder(tx, { capability, order, now, userId: caller.userId })
  return ok(
    { capability, ...presentOrder(capability, order) },
    { resource: ['growth_chain', workspace], metadata: { capability, order } },
  )
})
