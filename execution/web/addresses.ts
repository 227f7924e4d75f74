/** Where each provider is asked. Sources: the API references of each, read in November 2026. */
export const providerAddresses = {
  tavily: 'https://api.tavily.com',
  exa: 'https://api.exa.ai',
  brave: 'https://api.search.brave.com',
  firecrawl: 'https://api.firecrawl.dev',
} as const

export type ProviderId = keyof typeof providerAddresses

export const providerIds = Object.keys(providerAddresses) as [ProviderId, ...ProviderId[]]
