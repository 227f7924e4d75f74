import { at, post, type ProviderApi, resultsIn, resultsMost, textAt } from '../provider-api.ts'

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })

/** Source: docs.tavily.com, endpoints Search and Extract. 432 and 433 say that a plan or its limit is used up. */
export const tavily: ProviderApi = {
  label: 'Tavily',
  search: {
    request: (apiKey, query) => post('/search', bearer(apiKey), { query, max_results: resultsMost }),
    answer: (body) => resultsIn(at(body, 'results'), (one) => textAt(one, 'content')),
  },
  read: {
    request: (apiKey, url) => post('/extract', bearer(apiKey), { urls: [url], format: 'markdown' }),
    answer: (body, asked) => {
      const [page] = (at(body, 'results') ?? []) as readonly unknown[]
      const [failed] = (at(body, 'failed_results') ?? []) as readonly unknown[]
      if (page === undefined) return failed === undefined ? undefined : 'page'
      return { url: textAt(page, 'url') || asked, title: textAt(page, 'title'), text: textAt(page, 'raw_content') }
    },
  },
  refusal: (status) => (status === 432 || status === 433 ? 'used' : undefined),
}
