import { webProviders as contract } from '../../../../domains/agents/web-search/contract.ts'
import type { Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import type { Session } from '../../session.ts'
import { readKey } from '../../terminal/ask.ts'
import { printable } from '../../terminal/text.ts'

type Provider = Reply<typeof contract.listWebProviders>[number]
type Crawl = Reply<typeof contract.getCrawlStatus>

/** `atelier web`: prints the web providers for agents, and the pages that the built-in crawler read this month. */
export const listWeb = async ({ client, output }: Session): Promise<void> => {
  const at = await client()
  const providers = await at.call(contract.listWebProviders)
  const crawl = await at.call(contract.getCrawlStatus)
  output.show({ providers, crawl }, providers.map(providerText))
  output.print(crawlText(crawl))
}

const providerText = ({ provider, enabled, hasApiKey, tools }: Provider) => {
  const state = enabled ? 'on' : hasApiKey ? 'off' : 'no key'
  return `${printable(provider).padEnd(10)} ${state.padEnd(7)} ${tools.join(', ')}`
}

const crawlText = ({ enabled, month, pagesUsed, pagesAllowed }: Crawl) =>
  `${'crawl'.padEnd(10)} ${(enabled ? 'on' : 'off').padEnd(7)} web_read, web_crawl · ${pagesUsed} of ${pagesAllowed} pages in ${month}`

/** `atelier web key`: stores the key of a provider, or removes it. */
export const setWebKey = async (
  session: Session,
  provider: string,
  { stdin = false, remove = false }: { readonly stdin?: boolean; readonly remove?: boolean },
): Promise<void> => {
  const { output, signal } = session
  const client = await session.client()
  const params = { provider }
  if (remove) {
    show(session, await client.call(contract.removeWebProviderKey, { params }))
    return
  }
  const name = printable(provider)
  const apiKey = await readKey(`Key of ${name} (not shown) `, stdin, signal)
  show(session, await client.call(contract.saveWebProviderKey, { params, body: { apiKey } }))
  output.say(`Agents can ask ${name} from now on. To stop that: ${atelier} web off ${name}`)
}

/** `atelier web on` and `off`: switches a provider or the built-in crawler on or off. */
export const switchWeb = async (session: Session, named: string, enabled: boolean): Promise<void> => {
  const client = await session.client()
  const body = { enabled }
  if (named !== 'crawl') {
    show(session, await client.call(contract.toggleWebProvider, { params: { provider: named }, body }))
    return
  }
  const crawl = await client.call(contract.toggleCrawl, { body })
  session.output.show(crawl, crawlText(crawl))
}

const show = ({ output }: Session, provider: Provider) => {
  output.show(provider, providerText(provider))
}
