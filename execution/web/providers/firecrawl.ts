import { crawlPagesMost, type PageText } from '../web.ts'
import { at, bare, bearer, listAt, post, type ProviderApi, resultsIn, resultsMost, textAt } from '../provider-api.ts'

const scrapeMs = 25_000
const scraping = { formats: ['markdown'], onlyMainContent: true, timeout: scrapeMs }

/** Undefined if the site itself refused the page. */
const pageOf = (page: unknown, asked: string): PageText | undefined => {
  const status = at(page, 'metadata', 'statusCode')
  if (typeof status === 'number' && status >= 400) return undefined
  const url = textAt(page, 'metadata', 'url') || textAt(page, 'metadata', 'sourceURL') || asked
  return { url, title: textAt(page, 'metadata', 'title'), text: textAt(page, 'markdown') }
}

const crawlPath = (id: string) => `/v2/crawl/${encodeURIComponent(id)}`
const endings = ['completed', 'failed', 'cancelled']

/**
 * Source: docs.firecrawl.dev, v2-openapi.json, Search, Scrape, Crawl, Get Crawl Status and Cancel Crawl. Errors 5xx are
 * about the page, with a code SCRAPE_… A crawl stays below the address that it begins at.
 */
export const firecrawl: ProviderApi = {
  label: 'Firecrawl',
  search: {
    request: (apiKey, query) => post('/v2/search', bearer(apiKey), { query, limit: resultsMost, sources: ['web'] }),
    answer: (body) => resultsIn(at(body, 'data', 'web'), (one) => textAt(one, 'description')),
  },
  read: {
    request: (apiKey, url) => post('/v2/scrape', bearer(apiKey), { url, ...scraping }),
    answer: (body, asked) => {
      const page = at(body, 'data')
      return typeof at(page, 'markdown') === 'string' ? (pageOf(page, asked) ?? 'page') : undefined
    },
  },
  crawl: {
    begin: {
      request: (apiKey, url) =>
        post('/v2/crawl', bearer(apiKey), {
          url,
          limit: crawlPagesMost,
          allowExternalLinks: false,
          allowSubdomains: false,
          scrapeOptions: scraping,
        }),
      answer: (body) => (textAt(body, 'id') === '' ? undefined : { id: textAt(body, 'id') }),
    },
    look: {
      request: (apiKey, id) => bare('GET', crawlPath(id), bearer(apiKey)),
      answer: (body) => {
        const status = textAt(body, 'status')
        if (status !== 'scraping' && !endings.includes(status)) return undefined
        const pages = listAt(body, 'data').flatMap((page) => pageOf(page, '') ?? [])
        return status === 'failed' && pages.length === 0 ? 'page' : { isOver: status !== 'scraping', pages }
      },
    },
    end: {
      request: (apiKey, id) => bare('DELETE', crawlPath(id), bearer(apiKey)),
      // No caller reads the reply: the pages that were read are the answer.
      answer: () => ({}),
    },
  },
  refusal: (status, body) => (status >= 500 && textAt(body, 'code').startsWith('SCRAPE_') ? 'page' : undefined),
}
