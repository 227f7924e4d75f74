import type { ProviderId } from '../../../execution/web/index.ts'
import { type RowOf, table } from '../../../platform/db/table.ts'

export const webProvider = table(
  'web_provider',
  {
    provider: 'text',
    keyVersion: 'int4',
    ciphertext: 'bytea',
    enabled: 'bool',
    enabledAt: 'timestamptz?',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type WebProviderRow = RowOf<typeof webProvider, { provider: ProviderId }>

export const crawlSetting = table(
  'crawl_setting',
  { enabled: 'bool' },
  { workspaceId: 'uuid', updatedAt: 'timestamptz', updatedBy: 'uuid' },
)

export const crawlMonth = table('crawl_month', { pages: 'int4' }, { workspaceId: 'uuid', month: 'text' })
