import type { ProviderId } from '../../../execution/web/index.ts'
import { type NoValues, oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { WorkspaceSecret } from '../../code/secrets/index.ts'
import { crawlMonth, crawlSetting, webProvider, type WebProviderRow } from './tables.ts'

export const webProviderRows = statement<NoValues, WebProviderRow>(
  'web.providers',
  `select ${webProvider.columns} from web_provider where workspace_id = :workspace order by provider`,
)

/** The last enabled provider comes first. */
export const enabledProviders = statement<NoValues, WebProviderRow>(
  'web.enabled-providers',
  `select ${webProvider.columns} from web_provider where workspace_id = :workspace and enabled
   order by enabled_at desc, provider`,
)

interface ProviderChange {
  readonly provider: ProviderId
  readonly now: Date
  readonly userId: string
}

export const saveProviderKey = oneRowStatement<ProviderChange & WorkspaceSecret, WebProviderRow>(
  'web.save-key',
  insertInto(
    webProvider,
    ['provider', 'keyVersion', 'ciphertext'],
    { workspaceId: ':workspace', enabled: 'true', enabledAt: ':now', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id, provider) do update set key_version = excluded.key_version,
       ciphertext = excluded.ciphertext, enabled = true,
       enabled_at = coalesce(web_provider.enabled_at, excluded.enabled_at), updated_at = excluded.updated_at,
       updated_by = excluded.updated_by
     returning ${webProvider.columns}`,
  ),
)

/** Enables or disables a provider; undefined if no key is stored. */
export const toggleProvider = rowStatement<ProviderChange & { enabled: boolean }, WebProviderRow>(
  'web.toggle-provider',
  `update web_provider set enabled = :enabled, updated_at = :now, updated_by = :userId,
     enabled_at = case when :enabled then coalesce(enabled_at, :now) end
   where workspace_id = :workspace and provider = :provider returning ${webProvider.columns}`,
)

export const removeProviderKey = statement<{ provider: ProviderId }>(
  'web.remove-key',
  'delete from web_provider where workspace_id = :workspace and provider = :provider',
)

export const toggleCrawling = statement<{ enabled: boolean; now: Date; userId: string }>(
  'web.toggle-crawl',
  insertInto(
    crawlSetting,
    ['enabled'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id) do update set enabled = excluded.enabled, updated_at = excluded.updated_at,
       updated_by = excluded.updated_by`,
  ),
)

export interface CrawlUse {
  readonly enabled: boolean
  /** Such as `2026-11`, in the workspace's time zone. */
  readonly month: string
  readonly pages: number
}

export const crawlUseOf = oneRowStatement<{ now: Date }, CrawlUse>(
  'web.crawling',
  `select coalesce((select enabled from crawl_setting where workspace_id = :workspace), false) as enabled,
     month_here(:now) as month,
     coalesce((select pages from crawl_month where workspace_id = :workspace and month = month_here(:now)), 0) as pages`,
)

const count = rowStatement<{ now: Date; most: number }, { month: string }>(
  'web.count-page',
  insertInto(
    crawlMonth,
    [],
    { workspaceId: ':workspace', month: 'month_here(:now)', pages: '1' },
    `on conflict (workspace_id, month) do update set pages = crawl_month.pages + 1 where crawl_month.pages < :most
     returning month`,
  ),
)
/** Counts a page before it is read, and returns the month; undefined if the allowance is used up. */
export const countPage = async (tx: Transaction, now: Date, most: number) =>
  most > 0 ? (await count(tx, { now, most }))?.month : undefined

/** Returns a counted page to the allowance that was not read. */
export const releasePage = statement<{ month: string }>(
  'web.give-page-back',
  'update crawl_month set pages = pages - 1 where workspace_id = :workspace and month = :month',
)
