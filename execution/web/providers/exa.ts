import { crawlPagesMost, type PageText } from '../web.ts'
import { at, listAt, post, type ProviderApi, resultsIn, resultsMost, textAt } from '../provider-api.ts'

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
export const exa: ProviderApi = {
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
