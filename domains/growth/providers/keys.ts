import type { ProviderId } from './catalogue.ts'

/** Where the key of a provider is sealed: it opens as no other one's. */
export const keyPlaceOf = (provider: ProviderId) => ({ kind: 'growth-provider', name: provider })
