import compareGrowthProviders from './operations/compare-growth-providers.ts'
import listGrowthChains from './operations/list-growth-chains.ts'
import listGrowthLookups from './operations/list-growth-lookups.ts'
import listGrowthProviders from './operations/list-growth-providers.ts'
import removeGrowthProviderKey from './operations/remove-growth-provider-key.ts'
import saveGrowthProviderKey from './operations/save-growth-provider-key.ts'
import startGrowthLookup from './operations/start-growth-lookup.ts'
import updateGrowthChain from './operations/update-growth-chain.ts'
import updateGrowthProvider from './operations/update-growth-provider.ts'
import type { ProviderParts } from './parts.ts'

export default (parts: ProviderParts) => ({
  listGrowthProviders: listGrowthProviders(parts.growthTerms),
  updateGrowthProvider: updateGrowthProvider(parts.growthTerms),
  saveGrowthProviderKey: saveGrowthProviderKey(parts),
  removeGrowthProviderKey: removeGrowthProviderKey(parts.growthTerms),
  listGrowthChains: listGrowthChains(parts.growthTerms),
  updateGrowthChain,
  compareGrowthProviders: compareGrowthProviders(parts),
  listGrowthLookups,
  startGrowthLookup: startGrowthLookup(parts),
})
