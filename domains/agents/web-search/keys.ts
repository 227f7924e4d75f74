import type { ProviderId } from '../../../execution/web/index.ts'

/** Where the key of a provider is sealed: it opens as no other one's. */
export const keyPlaceOf = (provider: ProviderId) => ({ kind: 'web-provider', name: provider })
