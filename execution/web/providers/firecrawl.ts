import { at, post, type ProviderApi, resultsIn, resultsMost, textAt } from '../provider-api.ts'

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })
const scrapeMs = 25_000

/** Source: docs.firecrawl.dev, v2-openapi.json, Search and Scrape. Errors 5xx tell of the page, with a code SCRAPE_… */
export const firecrawl: ProviderApi = {
  label: 'Firecrawl',
  search: {
    request: (apiKey, query) => post('/v2/search', bearer(apiKey), { query, limit: resultsMost, sources: ['web'] }),
    answer: (body) => resultsIn(at(body, 'data', 'web'), (one) => textAt(one, 'description')),
  },
  read: {
    request: (apiKey, url) =>
      post('/v2/scrape', bearer(apiKey), { url, formats: ['markdown'], onlyMainContent: true, timeout: scrapeMs }),
    answer: (body, asked) => {
      const page = at(body, 'data')
      if (typeof at(page, 'markdown') !== 'string') return undefined
      const status = at(page, 'metadata', 'statusCode')
      if (typeof status === 'number' && status >= 400) return 'page'
      const url = textAt(page, 'metadata', 'url') || textAt(page, 'metadata', 'sourceURL') || asked
      return { url, title: textAt(page, 'metadata', 'title'), text: textAt(page, 'markdown') }
    },
  },
  refusal: (status, body) => (status >= 500 && textAt(body, 'code').startsWith('SCRAPE_') ? 'page' : undefined),
}
