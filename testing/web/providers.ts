import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { loopbackSite } from '../network/loopback-site.ts'

/** A provider's response in place of its usual answer, once. */
export type OddAnswer =
  | { readonly status: number; readonly body?: object; readonly headers?: Readonly<Record<string, string>> }
  | { readonly bytes: string | Buffer; readonly headers?: Readonly<Record<string, string>> }
  | 'silence'
  /** Its usual answer, so that a later one is another. */
  | 'usual'

export interface SeenCall {
  readonly path: string
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
}

const found = { title: 'Sums', url: 'https://docs.example.com/sums' }
const page = '# Sums\n\nAdd with `+`.'
const deeper = { url: 'https://docs.example.com/sums/more', text: 'Subtract with `-`.' }
const crawlId = '3f1c9a52-0b7e-4b7a-9a55-7d0c6a0e2b41'
const scraped = (url: unknown, markdown: string) => ({
  markdown,
  metadata: { title: 'Sums', sourceURL: url, url, statusCode: 200 },
})

interface Api {
  readonly key: (headers: IncomingMessage['headers']) => string
  readonly refusal: { readonly status: number; readonly body: object }
  readonly answers: Readonly<Record<string, (body: SeenCall['body'], path: URL, asked: number) => object>>
}

const bearer: Api['key'] = ({ authorization = '' }) => authorization.replace(/^Bearer /, '')

// Each as its public API reference shows it.
const apis: Readonly<Record<string, Api>> = {
  tavily: {
    key: bearer,
    refusal: { status: 401, body: { detail: { error: 'Unauthorized: missing or invalid API key.' } } },
    answers: {
      'POST /search': ({ query }) => ({
        query,
        follow_up_questions: null,
        answer: null,
        images: [],
        response_time: 1.09,
        results: [{ ...found, content: `About ${String(query)}`, score: 0.9, raw_content: null }],
      }),
      'POST /extract': ({ urls }) => ({
        results: [{ url: (urls as string[])[0], raw_content: page, images: [] }],
        failed_results: [],
        response_time: 0.02,
      }),
      'POST /crawl': ({ url }) => ({
        base_url: 'docs.example.com',
        results: [
          { url, raw_content: page, favicon: null },
          { url: deeper.url, raw_content: deeper.text, favicon: null },
        ],
        response_time: 1.23,
      }),
    },
  },
  exa: {
    key: (headers) => String(headers['x-api-key'] ?? ''),
    refusal: { status: 401, body: { requestId: 'r', error: 'Invalid API key', tag: 'INVALID_API_KEY' } },
    answers: {
      'POST /search': ({ query }) => ({
        requestId: 'r',
        results: [{ ...found, id: found.url, publishedDate: null, author: '', text: `About ${String(query)}` }],
        costDollars: { total: 0.005 },
      }),
      'POST /contents': ({ urls, subpages }) => ({
        requestId: 'r',
        results: [
          {
            ...found,
            id: found.url,
            url: (urls as string[])[0],
            text: page,
            ...(subpages !== undefined && { subpages: [{ id: deeper.url, title: 'More', ...deeper }] }),
          },
        ],
        statuses: [{ id: (urls as string[])[0], status: 'success', source: 'cached' }],
      }),
    },
  },
  brave: {
    key: (headers) => String(headers['x-subscription-token'] ?? ''),
    refusal: {
      status: 422,
      body: { type: 'ErrorResponse', error: { status: 422, code: 'SUBSCRIPTION_TOKEN_INVALID', detail: 'invalid' } },
    },
    answers: {
      'GET /res/v1/web/search': (_, { searchParams }) => ({
        type: 'search',
        query: { original: searchParams.get('q') },
        web: { type: 'search', results: [{ ...found, description: `About ${searchParams.get('q')}` }] },
      }),
    },
  },
  firecrawl: {
    key: bearer,
    refusal: { status: 401, body: { success: false, error: 'Unauthorized: Invalid token' } },
    answers: {
      'POST /v2/search': ({ query }) => ({
        success: true,
        data: { web: [{ ...found, description: `About ${String(query)}`, position: 1 }] },
        creditsUsed: 2,
      }),
      'POST /v2/scrape': ({ url }) => ({ success: true, data: scraped(url, page) }),
      'POST /v2/crawl': () => ({
        success: true,
        id: crawlId,
        url: `https://api.firecrawl.dev/v2/crawl/${crawlId}`,
      }),
      // It is at work at each second look.
      [`GET /v2/crawl/${crawlId}`]: (_body, _path, looks) => ({
        status: looks % 2 === 1 ? 'scraping' : 'completed',
        total: 2,
        completed: looks % 2 === 1 ? 1 : 2,
        creditsUsed: 2,
        expiresAt: '2026-11-22T12:00:00.000Z',
        next: null,
        data: [scraped(found.url, page), ...(looks % 2 === 1 ? [] : [scraped(deeper.url, deeper.text)])],
      }),
      [`DELETE /v2/crawl/${crawlId}`]: () => ({ status: 'cancelled' }),
    },
  },
}

/** Tavily, Exa, Brave and Firecrawl on loopback, for this key: each below its name, as `ATELIER_WEB_PROVIDERS` takes them. */
export const fakeProviders = async (apiKey: string) => {
  const calls: SeenCall[] = []
  const odd: OddAnswer[] = []
  const site = await loopbackSite((request, response) => {
    const serve = (sent: string) => {
      const url = new URL(request.url!, 'http://site')
      const [, name = '', ...rest] = url.pathname.split('/')
      const api = apis[name]!
      const body = sent === '' ? {} : (JSON.parse(sent) as SeenCall['body'])
      const key = api.key(request.headers)
      calls.push({ path: `${name} ${request.method} /${rest.join('/')}`, key, body })
      const next = odd.shift()
      const answer = api.answers[`${request.method} /${rest.join('/')}`]
      if (next !== undefined && next !== 'usual') answerOddly(response, next)
      else if (key !== apiKey) json(response, api.refusal.status, api.refusal.body)
      else if (answer)
        json(response, 200, answer(body, url, calls.filter((one) => one.path === calls.at(-1)!.path).length))
      else json(response, 404, { error: 'Not found' })
    }
    text(request).then(serve, () => response.destroy())
  })
  const addresses = Object.fromEntries(Object.keys(apis).map((name) => [name, `${site.url}/${name}`]))
  return { site, calls, odd, addresses }
}

const json = (response: ServerResponse, status: number, body: object) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const answerOddly = (response: ServerResponse, odd: Exclude<OddAnswer, 'usual'>) => {
  if (odd === 'silence') return
  if ('bytes' in odd) {
    response.writeHead(200, { 'content-type': 'application/json', ...odd.headers }).end(odd.bytes)
    return
  }
  response.writeHead(odd.status, { 'content-type': 'application/json', ...odd.headers })
  response.end(JSON.stringify(odd.body ?? {}))
}
