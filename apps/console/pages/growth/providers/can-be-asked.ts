import type { listGrowthProviders } from '../../../../../domains/growth/providers/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

type Provider = Reply<typeof listGrowthProviders>[number]

/** Whether a provider can be asked at all: it needs no key, or has one. */
export const canBeAsked = ({ isBuiltIn, hasApiKey, hasInstanceKey }: Provider): boolean =>
  isBuiltIn || hasApiKey || hasInstanceKey
