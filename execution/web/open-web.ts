import { type Fetcher, FetchRefusal } from '../../platform/fetch/index.ts'
import { providerAddresses, type ProviderId } from './addresses.ts'
import { crawlSite } from './page/crawl-site.ts'
import { type LinkedPage, openPageReader, type PageReader } from './page/read-page.ts'
import { pageText, pagesText, searchText } from './answer-text.ts'
import { crawlMs, WebRefusal, type WebRefusalReason, type WebTool, crawlPagesMost, type PageText } from './web.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { at, bare, bearer, listAt, post, resultsIn, resultsMost, textAt } from './provider-api.ts'
import type { CrawlJob, CrawlState, Exchange, ProviderApi } from './provider-api.ts'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { firecrawl } from './providers/firecrawl.ts'

const crawlSeconds = 75

/** Source: docs.tavily.com, endpoints Search, Extract and Crawl. 432 and 433 mean that a plan or its limit is used up. */
const tavily: ProviderApi = {
  label: 'Tavily',
  search: {
    request: (apiKey, query) => post('/search', bearer(apiKey), { query, max_results: resultsMost }),
    answer: (body) => resultsIn(at(body, 'results'), (one) => textAt(one, 'content')),
  },
  read: {
    request: (apiKey, url) => post('/extract', bearer(apiKey), { urls: [url], format: 'markdown' }),
    answer: (body, asked) => {
      const [page] = listAt(body, 'results')
      const [failed] = listAt(body, 'failed_results')
      if (page === undefined) return failed === undefined ? undefined : 'page'
      return { url: textAt(page, 'url') || asked, title: textAt(page, 'title'), text: textAt(page, 'raw_content') }
    },
  },
  crawl: {
    withinMs: (crawlSeconds + 10) * 1_000,
    request: (apiKey, url) =>
      post('/crawl', bearer(apiKey), {
        url,
        max_depth: 2,
        max_breadth: 20,
        limit: crawlPagesMost,
        allow_external: false,
        format: 'markdown',
        timeout: crawlSeconds,
      }),
    answer: (body) => {
      if (!Array.isArray(at(body, 'results'))) return undefined
      const textOf = (page: unknown) => ({ url: textAt(page, 'url'), title: '', text: textAt(page, 'raw_content') })
      return listAt(body, 'results').map(textOf)
    },
  },
  refusal: (status) => (status === 432 || status === 433 ? 'used' : undefined),
}

const keyed = (apiKey: string) => ({ 'x-api-key': apiKey })
const snippetCharacters = 600
const pageCharacters = 60_000

const unread = (body: unknown) =>
  textAt(listAt(body, 'statuses')[0], 'status') === 'error' ? ('page' as const) : undefined

const pageOf = (page: unknown, asked: string): PageText => ({
  url: textAt(page, 'url') || asked,
  title: textAt(page, 'title'),
  text: textAt(page, 'text'),
})

/** Source: exa.ai/docs/reference, Search, Contents, Crawling Subpages and Error Codes. A page that was not read has a status with an error. */
const exa: ProviderApi = {
  label: 'Exa',
  search: {
    request: (apiKey, query) =>
      post('/search', keyed(apiKey), {
        query,
        numResults: resultsMost,
        contents: { text: { maxCharacters: snippetCharacters } },
      }),
    answer: (body) => resultsIn(at(body, 'results'), (one) => textAt(one, 'text')),
  },
  read: {
    request: (apiKey, url) =>
      post('/contents', keyed(apiKey), { urls: [url], text: { maxCharacters: pageCharacters } }),
    answer: (body, asked) => {
      const [page] = listAt(body, 'results')
      return page === undefined ? unread(body) : pageOf(page, asked)
    },
  },
  // The page itself is not one of its subpages.
  crawl: {
    withinMs: 85_000,
    request: (apiKey, url) =>
      post('/contents', keyed(apiKey), {
        urls: [url],
        subpages: crawlPagesMost - 1,
        text: { maxCharacters: pageCharacters },
      }),
    answer: (body, asked) => {
      const [page] = listAt(body, 'results')
      if (page === undefined) return unread(body)
      return [page, ...listAt(page, 'subpages')].map((one) => pageOf(one, asked))
    },
  },
}

const queryMost = 400
const wordsMost = 50

/** Brave refuses longer queries: 400 characters and 50 words. */
const shortened = (query: string) => query.split(/\s+/).slice(0, wordsMost).join(' ').slice(0, queryMost)

/** Source: api-dashboard.search.brave.com, Web Search. It does not read pages. */
const brave: ProviderApi = {
  label: 'Brave Search',
  search: {
    request: (apiKey, query) => {
      const fields = { q: shortened(query), count: String(resultsMost), text_decorations: 'false' }
      const path = `/res/v1/web/search?${new URLSearchParams(fields).toString()}`
      return bare('GET', path, { 'x-subscription-token': apiKey })
    },
    // Without a hit there is no part named web.
    answer: (body) =>
      textAt(body, 'type') === 'search'
        ? resultsIn(at(body, 'web', 'results') ?? [], (one) => textAt(one, 'description'))
        : undefined,
  },
  refusal: (status, body) =>
    status === 403 || textAt(body, 'error', 'code').startsWith('SUBSCRIPTION_TOKEN_') ? 'key' : undefined,
}

/** Called before the crawler reads a page; undefined if it may read no more. Its result is for an unread page. */
type TakePage = () => Promise<(() => Promise<void>) | undefined>

/** The source of a tool's answers: a provider with the workspace's key, or the built-in crawler, which does not search. */
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
  /** Reads a single page, with the built-in crawler. Throws as `ask` does. */
  readPage(url: string, signal: AbortSignal): Promise<LinkedPage>
}

interface WebSettings {
  readonly fetcher: Fetcher
  /** Addresses in the place of the public ones. */
  readonly addresses?: Readonly<Partial<Record<ProviderId, string>>>
  /** Between two pages on a host, and two looks at the crawl of a provider. */
  readonly pauseMs?: number
  /** After this time the pages read so far are the answer. */
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

export const toolsOf = (provider: ProviderId): readonly WebTool[] => {
  const { read, crawl } = providers[provider]
  return ['web_search', ...(read ? ['web_read' as const] : []), ...(crawl ? ['web_crawl' as const] : [])]
}

const endingMs = 5_000

interface CrawlPace {
  /** Between two looks at a crawl that is not over. */
  readonly lookMs: number
  /** After this time a crawl is ended, and the pages read so far are the answer. */
  readonly mostMs: number
}

/** Has a provider read pages of a site. Throws as `askProvider` does, and a WebRefusal where not one page was read. */
const crawlByProvider = async (call: ProviderCall, api: ProviderApi, url: string, pace: CrawlPace) => {
  const { crawl } = api
  if (!crawl) throw new WebRefusal('request', api.label)
  const pages =
    'begin' in crawl ? await carryOut(call, api, crawl, url, pace) : await askProvider(call, api, crawl, url)
  const read = pages.filter((page) => page.text.trim() !== '').slice(0, crawlPagesMost)
  if (read.length === 0) throw new WebRefusal('page', api.label)
  return read
}

/** A crawl without a waiting caller is ended, since it would continue and cost. */
const carryOut = async (
  call: ProviderCall,
  api: ProviderApi,
  job: CrawlJob,
  url: string,
  { lookMs, mostMs }: CrawlPace,
) => {
  const { id } = await askProvider(call, api, job.begin, url)
  const untilMs = performance.now() + mostMs
  let state: CrawlState = { isOver: false, pages: [] }
  try {
    do {
      state = await askProvider(call, api, job.look, id)
      if (!state.isOver) await pauseOf(lookMs, call.signal)
    } while (!state.isOver && performance.now() < untilMs)
    return state.pages
  } finally {
    if (!state.isOver) {
      const signal = AbortSignal.timeout(endingMs)
      await askProvider({ ...call, signal }, api, job.end, id).catch(() => undefined)
    }
  }
}

/** Rejects with the reason of the signal, which a timer only has as a cause. */
const pauseOf = async (pauseMs: number, signal: AbortSignal) => {
  await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  signal.throwIfAborted()
}

const providers: Readonly<Record<ProviderId, ProviderApi>> = { tavily, exa, brave, firecrawl }

// Firecrawl answers a crawl in pieces of ten megabytes, and only the first is shown.
const answerMost = 12 * 2 ** 20
const usualMs = 30_000

interface ProviderCall {
  readonly fetcher: Fetcher
  readonly address: string
  readonly apiKey: string
  readonly signal: AbortSignal
}

/** Asks a provider once, and no other way. Throws a WebRefusal, or the reason of an aborted `signal`. */
const askProvider = async <Input, Output extends object>(
  { fetcher, address, apiKey, signal }: ProviderCall,
  api: ProviderApi,
  exchange: Exchange<Input, Output>,
  input: Input,
): Promise<Output> => {
  const { path, ...request } = exchange.request(apiKey, input)
  const { withinMs = usualMs } = exchange
  const url = `${address.replace(/\/{1,99}$/, '')}${path}`
  const { status, bytes } = await fetcher
    .send({ ...request, url, maxBytes: answerMost, withinMs, signal })
    .catch((error: unknown) => {
      if (!(error instanceof FetchRefusal)) throw error
      throw new WebRefusal(error.reason === 'slow' ? 'slow' : 'failed', api.label, error)
    })
  const body = jsonOf(bytes)
  const refusal = refusalOf(api, status, body)
  if (refusal) throw new WebRefusal(refusal, api.label)
  const answer = exchange.answer(body, input)
  if (typeof answer === 'string') throw new WebRefusal(answer, api.label)
  if (answer === undefined) throw new WebRefusal('failed', api.label)
  return answer
}

const reasons: Readonly<Record<number, WebRefusalReason>> = {
  401: 'key',
  402: 'used',
  408: 'slow',
  429: 'busy',
  504: 'slow',
}

const refusalOf = (api: ProviderApi, status: number, body: unknown): WebRefusalReason | undefined => {
  if (status >= 200 && status <= 299) return undefined
  return api.refusal?.(status, body) ?? reasons[status] ?? (status >= 500 ? 'failed' : 'request')
}
