import { Type } from 'typebox'
import { conflict, contract, operation, to } from '../../../platform/contract/index.ts'
import { exampleText, maybe, namedObject, oneOf, Time } from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'

const WebProviderState = namedObject('WebProviderState', {
  provider: exampleText('The provider: `tavily`, `exa`, `brave` or `firecrawl`.', 'tavily'),
  enabled: Type.Boolean({ description: 'Whether agents may ask it.' }),
  hasApiKey: Type.Boolean({ description: 'Whether a key is stored. It is shown nowhere.' }),
  tools: Type.Array(oneOf(['web_search', 'web_read', 'web_crawl']), { description: 'The tools that can use it.' }),
  updatedAt: maybe(Time),
})

const CrawlStatus = namedObject('CrawlStatus', {
  enabled: Type.Boolean({ description: 'Whether agents may read pages through the built-in crawler.' }),
  month: exampleText('The current month in the time zone of the workspace.', '2026-11'),
  pagesUsed: Type.Integer({ minimum: 0, description: 'Pages that the crawler read in this month.' }),
  pagesAllowed: Type.Integer({ minimum: 0, description: 'Pages that it may read in a month.' }),
  overageUsdPerPage: maybe(
    Type.Number({
      minimum: 0,
      description: 'The price of a page beyond the allowance; null if none is read beyond it.',
      examples: [0.002],
    }),
  ),
  termsSource: oneOf(['plan', 'placeholder']),
})

const SaveWebProviderKey = namedObject('SaveWebProviderKey', {
  apiKey: Type.String({
    minLength: 1,
    maxLength: 10_000,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'Visible ASCII characters without spaces: it is sent in a header.',
    examples: ['tvly-k3Zq0v'],
  }),
})

const ToggleWebProvider = namedObject('ToggleWebProvider', {
  enabled: Type.Boolean({ description: 'Whether agents may use it from now on.' }),
})

const access = to('administrator')

export const listWebProviders = operation({
  method: 'GET',
  path: '/v1/api/web-providers',
  summary: 'List the providers that agents may search and read the web with',
  reach: 'call',
  access,
  replies: { 200: Type.Array(WebProviderState) },
  audit: { refusals: 'web_provider.list' },
})

export const toggleWebProvider = operation({
  method: 'PATCH',
  path: '/v1/api/web-providers/{provider}',
  summary: 'Enable or disable a provider whose key is stored',
  reach: 'call',
  access,
  body: ToggleWebProvider,
  replies: { 200: WebProviderState },
  errors: {
    noKey: conflict({
      code: 'web_provider_without_key',
      message: 'No key is stored for this provider. Save one; that also enables it.',
    }),
  },
  audit: { action: 'web_provider.toggle', category: 'update', severity: 'notice', event: 'web_provider.toggled' },
})

export const saveWebProviderKey = operation({
  method: 'PUT',
  path: '/v1/api/web-providers/{provider}/key',
  summary: 'Store or replace the key of a provider, and enable it',
  reach: { page: '/settings/workspace' },
  access,
  body: SaveWebProviderKey,
  replies: { 200: WebProviderState },
  errors: { noVault },
  audit: { action: 'web_provider.save_key', category: 'update', severity: 'notice', event: 'web_provider.key_saved' },
})

export const removeWebProviderKey = operation({
  method: 'DELETE',
  path: '/v1/api/web-providers/{provider}/key',
  summary: 'Remove the key of a provider and disable it',
  reach: { page: '/settings/workspace' },
  access,
  replies: { 200: WebProviderState },
  audit: {
    action: 'web_provider.remove_key',
    category: 'delete',
    severity: 'notice',
    event: 'web_provider.key_removed',
  },
})

export const getCrawlStatus = operation({
  method: 'GET',
  path: '/v1/api/web-providers/crawl',
  summary: 'Read whether agents may use the built-in crawler, and how much it read this month',
  reach: 'call',
  access,
  replies: { 200: CrawlStatus },
  audit: { refusals: 'crawl.get' },
})

export const toggleCrawl = operation({
  method: 'PATCH',
  path: '/v1/api/web-providers/crawl',
  summary: 'Enable or disable the built-in crawler',
  reach: 'call',
  access,
  body: ToggleWebProvider,
  replies: { 200: CrawlStatus },
  audit: { action: 'crawl.toggle', category: 'update', severity: 'notice', event: 'crawl.toggled' },
})

export const webProviders = contract({
  listWebProviders,
  toggleWebProvider,
  removeWebProviderKey,
  saveWebProviderKey,
  getCrawlStatus,
  toggleCrawl,
})
