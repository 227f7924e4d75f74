import { at, post, type ProviderApi, resultsIn, resultsMost, textAt } from '../provider-api.ts'

const keyed = (apiKey: string) => ({ 'x-api-key': apiKey })
const snippetCharacters = 600
const pageCharacters = 60_000

/** Source: exa.ai/docs/reference, Search, Contents and Error Codes. A page that was not read has a status with an error. */
export const exa: ProviderApi = {
  label: 'Exa',
  search: {
    request: (apiKey, query) =>
      post('/search', keyed(apiKey), {
        ...{ query, numResults: resultsMost, contents: { text: { maxCharacters: snippetCharacters } } },
      }),
    answer: (body) => resultsIn(at(body, 'results'), (one) => textAt(one, 'text')),
  },
  read: {
    request: (apiKey, url) =>
      post('/contents', keyed(apiKey), { urls: [url], text: { maxCharacters: pageCharacters } }),
    answer: (body, asked) => {
      const [page] = (at(body, 'results') ?? []) as readonly unknown[]
      const [status] = (at(body, 'statuses') ?? []) as readonly unknown[]
      if (page === undefined) return textAt(status, 'status') === 'error' ? 'page' : undefined
      return { url: textAt(page, 'url') || asked, title: textAt(page, 'title'), text: textAt(page, 'text') }
    },
  },
}
