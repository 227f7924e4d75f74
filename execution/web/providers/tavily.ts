import { crawlPagesMost } from '../web.ts'
import { at, listAt, post, type ProviderApi, resultsIn, resultsMost, textAt } from '../provider-api.ts'

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })
const crawlSeconds = 75

/**
 * Source: docs.tavily.com, endpoints Search, Extract and Crawl. 432 and 433 mean that a plan or its limit is used up.
 */
export const tavily: ProviderApi = {
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
    answer: (body) =>
      Array.isArray(at(body, 'results'))
        ? listAt(body, 'results').map((page) => ({
            url: textAt(page, 'url'),
            title: '',
            text: textAt(page, 'raw_content'),
          }))
        : undefined,
  },
  refusal: (status) => (status === 432 || status === 433 ? 'used' : undefined),
}
