import { at, bare, type ProviderApi, resultsIn, resultsMost, textAt } from '../provider-api.ts'

const queryMost = 400
const wordsMost = 50

/** Brave refuses longer queries: 400 characters and 50 words. */
const shortened = (query: string) => query.split(/\s+/).slice(0, wordsMost).join(' ').slice(0, queryMost)

/** Source: api-dashboard.search.brave.com, Web Search. It does not read pages. */
export const brave: ProviderApi = {
  label: 'Brave Search',
  search: {
    request: (apiKey, query) => {
      const asked = { q: shortened(query), count: String(resultsMost), text_decorations: 'false' }
      return bare('GET', `/res/v1/web/search?${new URLSearchParams(asked).toString()}`, {
        'x-subscription-token': apiKey,
      })
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
