import type { Fetcher } from '../../platform/fetch/index.ts'
import { providerAddresses, type ProviderId } from './addresses.ts'
import { askProvider, providers } from './ask-provider.ts'
import { crawlByProvider } from './crawl-provider.ts'
import { crawlSite } from './page/crawl-site.ts'
import { type LinkedPage, openPageReader, type PageReader } from './page/read-page.ts'
import { pageText, pagesText, searchText } from './answer-text.ts'
import { crawlMs, WebRefusal, type WebRefusalReason, type WebTool } from './web.ts'

/**
 * Called before the built-in crawler reads a page; undefined if it may read no more. Its result is called for a page
 * that could not be read.
 */
type TakePage = () => Promise<(() => Promise<void>) | undefined>

/**
 * The source of a tool's answers: a provider with the workspace's key, or the built-in crawler, which does not search.
 */
export type WebSource = { readonly provider: ProviderId; readonly apiKey: string } | { readonly takePage: TakePage }

/** The question: a query, or the address of a page. */
export interface WebQuestion {
  readonly tool: WebTool
  readonly input: string
}

/** The way to the web for agents. It knows nothing of workspaces: keys come with each question and are not kept. */
export interface Web {
  /** A text for the agent. Throws WebRefusal and FetchRefusal with a sentence for it, or the reason of `signal`. */
  ask(question: WebQuestion, source: WebSource, signal: AbortSignal): Promise<string>
  /** Reads one page by itself, with the built-in crawler. Throws as `ask` does. */
  readPage(url: string, signal: AbortSignal): Promise<LinkedPage>
}

interface WebSettings {
  readonly fetcher: Fetcher
  /** Addresses in the place of the public ones. */
  readonly addresses?: Readonly<Partial<Record<ProviderId, string>>>
  /** Between two pages of one host, and two looks at the crawl of a provider. */
  readonly pauseMs?: number
  /** After this what was read of a site so far is the answer. */
  readonly crawlWithinMs?: number
}

/** The agents' name of the built-in crawler. */
const crawlerLabel = 'the built-in crawler'
const crawlerRefusal = (reason: WebRefusalReason) => new WebRefusal(reason, 'The built-in crawler')

export const openWeb = ({ fetcher, addresses = {}, pauseMs = 1_000, crawlWithinMs = crawlMs }: WebSettings): Web => {
  const reader = openPageReader({ fetcher, pauseMs })
  return {
    ask: async ({ tool, input }, source, signal) => {
      if ('takePage' in source) return askCrawler({ reader, crawlWithinMs }, { tool, input }, source.takePage, signal)
      const { provider, apiKey } = source
      const api = providers[provider]
      const address = addresses[provider] ?? providerAddresses[provider]
      const call = { fetcher, address, apiKey, signal }
      if (tool === 'web_search') return searchText(input, api.label, await askProvider(call, api, api.search, input))
      const pace = { lookMs: pauseMs, mostMs: crawlWithinMs }
      if (tool === 'web_crawl') return pagesText(await crawlByProvider(call, api, input, pace), api.label)
      if (!api.read) throw new WebRefusal('request', api.label)
      return pageText(await askProvider(call, api, api.read, input), api.label)
    },
    readPage: (url, signal) => reader.read(url, signal),
  }
}

const askCrawler = async (
  { reader, crawlWithinMs }: { readonly reader: PageReader; readonly crawlWithinMs: number },
  { tool, input }: WebQuestion,
  takePage: TakePage,
  signal: AbortSignal,
): Promise<string> => {
  if (tool === 'web_search') throw crawlerRefusal('request')
  const read = async (url: string, until: AbortSignal) => {
    const giveBack = await takePage()
    try {
      return giveBack && (await reader.read(url, until))
    } catch (error) {
      await giveBack?.()
      throw error
    }
  }
  if (tool === 'web_read') {
    const page = await read(input, signal)
    if (!page) throw crawlerRefusal('allowance')
    return pageText(page, crawlerLabel)
  }
  const time = AbortSignal.timeout(crawlWithinMs)
  const until = AbortSignal.any([signal, time])
  const pages = await crawlSite(input, (url) =>
    read(url, until).catch((error: unknown) => {
      signal.throwIfAborted()
      if (!time.aborted) throw error
      return undefined
    }),
  )
  if (pages.length === 0) throw crawlerRefusal(time.aborted ? 'slow' : 'allowance')
  return pagesText(pages, crawlerLabel)
}

/** The tools of a provider. */
export const toolsOf = (provider: ProviderId): readonly WebTool[] => {
  const { read, crawl } = providers[provider]
  return ['web_search', ...(read ? ['web_read' as const] : []), ...(crawl ? ['web_crawl' as const] : [])]
}
