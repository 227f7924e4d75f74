import type { Vault } from '../../../platform/crypto/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { providerIds, type ProviderId, toolsOf } from '../../../execution/web/index.ts'
import { type AskWebParts, webProviderKey } from './ask-web.ts'
import * as contract from './contract.ts'
import { isProvider } from './sources.ts'
import * as store from './store.ts'
import type { WebProviderRow } from './tables.ts'

/** A provider as administrators see it: its row exists as long as a key does. */
const presentProvider = (provider: ProviderId, row: WebProviderRow | undefined) => ({
  provider,
  enabled: row?.enabled ?? false,
  hasApiKey: row !== undefined,
  tools: [...toolsOf(provider)],
  updatedAt: row?.updatedAt ?? null,
})

/** Terms are the instance's as long as no plan sets others: beyond the allowance nothing is read. */
const presentCrawl = ({ enabled, month, pages }: store.CrawlUse, pagesAllowed: number) => ({
  enabled,
  month,
  pagesUsed: pages,
  pagesAllowed,
  overageUsdPerPage: null,
  termsSource: 'placeholder' as const,
})

const getCrawlStatus = (pagesAllowed: number) =>
  handle(contract.getCrawlStatus, async ({ tx, now, ok }) =>
    ok(presentCrawl(await store.crawlUseOf(tx, { now }), pagesAllowed)),
  )

const listWebProviders = handle(contract.listWebProviders, async ({ tx, ok }) => {
  const rows = await store.webProviderRows(tx)
  const rowOf = (id: ProviderId) => rows.find(({ provider }) => provider === id)
  return ok(providerIds.map((id) => presentProvider(id, rowOf(id))))
})

const removeWebProviderKey = handle(contract.removeWebProviderKey, async ({ tx, workspace, params, absent, ok }) => {
  const { provider } = params
  if (!isProvider(provider)) return absent()
  await store.removeProviderKey(tx, { provider })
  return ok(presentProvider(provider, undefined), { resource: ['web_provider', workspace], metadata: { provider } })
})

const saveWebProviderKey = (vault: Vault) =>
  handle(contract.saveWebProviderKey, async ({ tx, workspace, caller, params, body, now, fail, absent, ok }) => {
    const { provider } = params
    if (!isProvider(provider)) return absent()
    if (!vault.available) return fail.noVault()
    const secret = await webProviderKey.seal(tx, vault, provider, body.apiKey)
    const row = await store.saveProviderKey(tx, { provider, now, userId: caller.userId, ...secret })
    return ok(presentProvider(provider, row), { resource: ['web_provider', workspace], metadata: { provider } })
  })

const toggleCrawl = (pagesAllowed: number) =>
  handle(contract.toggleCrawl, async ({ tx, workspace, caller, body, now, ok }) => {
    await store.toggleCrawling(tx, { enabled: body.enabled, now, userId: caller.userId })
    return ok(presentCrawl(await store.crawlUseOf(tx, { now }), pagesAllowed), {
      resource: ['crawl', workspace],
      metadata: { enabled: body.enabled },
    })
  })

const toggleWebProvider = handle(
  contract.toggleWebProvider,
  async ({ tx, workspace, caller, params, body, now, fail, absent, ok }) => {
    const { provider } = params
    const { enabled } = body
    if (!isProvider(provider)) return absent()
    const row = await store.toggleProvider(tx, { provider, enabled, now, userId: caller.userId })
    // A provider without a key is disabled already.
    if (!row && enabled) return fail.noKey()
    return ok(presentProvider(provider, row), {
      resource: ['web_provider', workspace],
      metadata: { provider, enabled },
    })
  },
)

export default ({ vault, crawlPages }: Pick<AskWebParts, 'vault' | 'crawlPages'>) => ({
  listWebProviders,
  toggleWebProvider,
  removeWebProviderKey,
  saveWebProviderKey: saveWebProviderKey(vault),
  getCrawlStatus: getCrawlStatus(crawlPages),
  toggleCrawl: toggleCrawl(crawlPages),
})
