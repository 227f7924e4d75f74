import type { listGrowthChains, listGrowthProviders } from '../../../../../domains/growth/providers/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

type Provider = Reply<typeof listGrowthProviders>[number]
export type Chain = Reply<typeof listGrowthChains>[number]

/** Whether a provider can be asked at all: it needs no key, or has one. */
export const canBeAsked = ({ isBuiltIn, hasApiKey, hasInstanceKey }: Provider): boolean =>
  isBuiltIn || hasApiKey || hasInstanceKey

/**
 * The order with `provider` moved to `place`, which counts only the providers that are asked, from 1; place 0 takes it out
 * of the order. It comes right behind the provider that is asked before it.
 */
export const placedAt = (
  { order, providers }: Pick<Chain, 'order' | 'providers'>,
  provider: string,
  place: number,
): string[] => {
  const others = order.filter((one) => one !== provider)
  if (place === 0) return others
  const before = askedOf({ order: others, providers })[place - 2]
  return others.toSpliced(before === undefined ? 0 : others.indexOf(before) + 1, 0, provider)
}

/** The providers of an order that are asked: providers that are off or have no key are skipped. */
export const askedOf = ({ order, providers }: Pick<Chain, 'order' | 'providers'>): readonly string[] =>
  order.filter((provider) => providers.some((one) => one.provider === provider && one.isReady))
