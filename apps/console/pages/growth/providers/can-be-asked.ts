import type { listGrowthChains, listGrowthProviders } from '../../../../../domains/growth/providers/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

type Provider = Reply<typeof listGrowthProviders>[number]
export type Chain = Reply<typeof listGrowthChains>[number]

/** Whether a provider can be asked at all: it needs no key, or has one. */
export const canBeAsked = ({ isBuiltIn, hasApiKey, hasInstanceKey }: Provider): boolean =>
  isBuiltIn || hasApiKey || hasInstanceKey

/** The providers of an order that are asked: those that are off or have no key are passed over. */
export const askedOf = ({ order, providers }: Pick<Chain, 'order' | 'providers'>): readonly string[] =>
  order.filter((provider) => providers.some((one) => one.provider === provider && one.isReady))
