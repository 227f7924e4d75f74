import type { listGrowthChains, listGrowthProviders } from '../../../../../domains/growth/providers/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

type Provider = Reply<typeof listGrowthProviders>[number]
export type Chain = Reply<typeof listGrowthChains>[number]

/** Whether a provider can be asked at all: it needs no key, or has one. */
export const canBeAsked = ({ isBuiltIn, hasApiKey, hasInstanceKey }: Provider): boolean =>
  isBuiltIn || hasApiKey || hasInstanceKey

/** The order with a provider at a place among those that are asked, from 1; 0 leaves it out. */
export const placedAt = (
  { order, providers }: Pick<Chain, 'order' | 'providers'>,
  provider: string,
  place: number,
): string[] => {
  const others = order.filter((one) => one !== provider)
  if (place === 0) return others
  const after = askedOf({ order: others, providers })[place - 1]
  return others.toSpliced(after === undefined ? others.length : others.indexOf(after), 0, provider)
}

/** The providers of an order that are asked: those that are off or have no key are passed over. */
export const askedOf = ({ order, providers }: Pick<Chain, 'order' | 'providers'>): readonly string[] =>
  order.filter((provider) => providers.some((one) => one.provider === provider && one.isReady))
