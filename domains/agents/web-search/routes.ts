import type { Vault } from '../../../platform/crypto/index.ts'
import getCrawlStatus from './operations/get-crawl-status.ts'
import listWebProviders from './operations/list-web-providers.ts'
import removeWebProviderKey from './operations/remove-web-provider-key.ts'
import saveWebProviderKey from './operations/save-web-provider-key.ts'
import toggleCrawl from './operations/toggle-crawl.ts'
import toggleWebProvider from './operations/toggle-web-provider.ts'

interface Parts {
  readonly vault: Vault
  /** Pages that the built-in crawler may read for a workspace in a month. */
  readonly crawlPages: number
}

export default ({ vault, crawlPages }: Parts) => ({
  listWebProviders,
  toggleWebProvider,
  removeWebProviderKey,
  saveWebProviderKey: saveWebProviderKey(vault),
  getCrawlStatus: getCrawlStatus(crawlPages),
  toggleCrawl: toggleCrawl(crawlPages),
})
