import { type ProviderId, toolsOf } from '../../../execution/web/index.ts'
import type { CrawlUse } from './store.ts'
import type { WebProviderRow } from './tables.ts'

/** A provider as administrators see it: its row exists as long as a key does. */
export const presentProvider = (provider: ProviderId, row: WebProviderRow | undefined) => ({
  provider,
  enabled: row?.enabled ?? false,
  hasApiKey: row !== undefined,
  tools: [...toolsOf(provider)],
  updatedAt: row?.updatedAt ?? null,
})

/** Terms are those of the instance as long as no plan says other ones: beyond the allowance nothing is read. */
export const presentCrawl = ({ enabled, month, pages }: CrawlUse, pagesAllowed: number) => ({
  enabled,
  month,
  pagesUsed: pages,
  pagesAllowed,
  overageUsdPerPage: null,
  termsSource: 'placeholder' as const,
})
