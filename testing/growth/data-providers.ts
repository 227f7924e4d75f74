import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { loopbackSite } from '../network/loopback-site.ts'

/** A provider's response in place of its usual answer, until the next setting. */
export type OddProvider = { readonly status: number; readonly body: string } | 'silence' | undefined

type Fields = Readonly<Record<string, string>>

interface Api {
  readonly key: (headers: IncomingMessage['headers'], fields: Fields) => string | undefined
  readonly refusal: { readonly status: number; readonly body: object }
  readonly answers: Readonly<Record<string, (fields: Fields, looks: number) => { status?: number; body: object }>>
}

const header =
  (name: string): Api['key'] =>
  (headers) =>
    headers[name] as string | undefined
const isKnown = ({ last_name: lastName }: Fields) => lastName !== undefined && !lastName.startsWith('No')
const addressOf = ({ first_name: first, last_name: last, domain, website }: Fields) =>
  `${first}.${last}@${domain ?? website}`.toLowerCase()
const verdict = (email = '') => /^(valid|invalid|unknown|catch)/.exec(email)?.[1] ?? 'valid'

// Each as its public reference shows it.
const apis: Readonly<Record<string, Api>> = {
  hunter: {
    key: header('x-api-key'),
    refusal: { status: 401, body: { errors: [{ id: 'authentication_failed', code: 401, details: 'No user found' }] } },
    answers: {
      'GET /v2/email-finder': (fields) => ({
        body: {
          data: isKnown(fields)
            ? {
                first_name: fields.first_name,
                last_name: fields.last_name,
                email: addressOf(fields),
                score: 97,
                domain: fields.domain,
                position: 'Engineer',
                company: 'Example Ltd',
                sources: [],
                verification: { date: '2026-11-01', status: 'valid' },
              }
            : { first_name: fields.first_name, email: null, score: null, sources: [] },
          meta: { params: {} },
        },
      }),
      'GET /v2/email-verifier': ({ email }, looks) =>
        looks === 1 && email?.startsWith('slow')
          ? { status: 202, body: { data: {} } }
          : {
              body: {
                data: {
                  status: { catch: 'accept_all' }[verdict(email)] ?? verdict(email),
                  result: 'deliverable',
                  score: 90,
                  email,
                },
              },
            },
      'GET /v2/domain-search': ({ company }) => ({
        body: {
          data: company === 'Nobody' ? { domain: null } : { domain: 'example.com', organization: company, emails: [] },
        },
      }),
      'GET /v2/companies/find': ({ domain }) => ({
        body: {
          data: { name: 'Example', legalName: 'Example Ltd', domain, geo: { country: 'Austria', countryCode: 'AT' } },
        },
      }),
      'GET /v2/people/find': ({ email }) => ({
        body: { data: { name: { fullName: 'Ada Lovelace' }, email, employment: { title: 'Mathematician' } } },
      }),
    },
  },
  apollo: {
    key: header('x-api-key'),
    refusal: { status: 401, body: { error: 'Invalid access credentials.' } },
    answers: {
      'POST /api/v1/people/match': (fields) => ({
        body: {
          person: isKnown(fields)
            ? {
                name: `${fields.first_name} ${fields.last_name}`,
                title: 'Founder',
                email: addressOf(fields),
                email_status: 'verified',
              }
            : null,
        },
      }),
      'GET /api/v1/organizations/enrich': ({ domain, name }) => ({
        body: {
          organization: { name: name ?? 'Example', primary_domain: domain ?? 'example.com', country: 'Germany' },
        },
      }),
    },
  },
  peopledatalabs: {
    key: header('x-api-key'),
    refusal: { status: 401, body: { status: 401, error: { type: 'authentication_error' } } },
    answers: {
      'GET /v5/company/enrich': ({ website, name }) =>
        name === 'Nobody'
          ? { status: 404, body: { status: 404, error: { type: 'not_found' } } }
          : {
              body: {
                status: 200,
                name: name ?? 'example',
                website: website ?? 'example.com',
                location: { country: 'germany' },
                likelihood: 8,
              },
            },
      'GET /v5/person/enrich': () => ({
        body: { status: 200, likelihood: 9, data: { full_name: 'ada lovelace', job_title: 'mathematician' } },
      }),
    },
  },
  zerobounce: {
    key: (_headers, { api_key: key }) => key,
    refusal: { status: 200, body: { error: 'Invalid API key or your account ran out of credits' } },
    answers: {
      'GET /v2/validate': ({ email }) => ({
        body: { address: email, status: { catch: 'catch-all' }[verdict(email)] ?? verdict(email), sub_status: '' },
      }),
    },
  },
  neverbounce: {
    key: (_headers, { key }) => key,
    refusal: { status: 200, body: { status: 'auth_failure', message: "We're unable to authenticate" } },
    answers: {
      'POST /v4/single/check': ({ email }) => ({
        body: {
          status: 'success',
          result: { catch: 'catchall' }[verdict(email)] ?? verdict(email),
          flags: ['has_dns'],
          execution_time: 232,
        },
      }),
    },
  },
  dropcontact: {
    key: header('x-access-token'),
    refusal: { status: 401, body: { error: true, reason: 'Invalid token', success: false } },
    answers: {
      'POST /v1/enrich/all': () => ({
        body: { error: false, success: true, request_id: 'qzmxkpvlrtdnhwa', credits_left: 15_277 },
      }),
      'GET /v1/enrich/all/qzmxkpvlrtdnhwa': (_fields, looks) =>
        looks === 1
          ? { body: { error: false, success: false, reason: 'Request not ready yet, try again in 30 seconds' } }
          : {
              body: {
                error: false,
                success: true,
                data: [{ email: [{ email: 'ada@example.com', qualification: 'nominative@pro' }], job: 'Engineer' }],
              },
            },
    },
  },
}

/** Providers of company data on loopback, all with one key. */
export const fakeDataProviders = async (apiKey: string) => {
  const odd: Record<string, OddProvider> = {}
  const seen: { readonly provider: string; readonly path: string; readonly fields: Fields }[] = []
  const site = await loopbackSite((request, response) => {
    const answer = async () => {
      const url = new URL(request.url!, 'http://providers')
      const [, provider = '', ...rest] = url.pathname.split('/')
      const path = `${request.method} /${rest.join('/')}`
      const sent = request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : {}
      const [record] = (sent.data as Fields[] | undefined) ?? []
      const fields = { ...Object.fromEntries(url.searchParams), ...(record ?? (sent as Fields)) }
      seen.push({ provider, path, fields })
      const api = apis[provider]!
      const strange = odd[provider]
      if (strange === 'silence') return
      response.setHeader('content-type', 'application/json')
      if (strange) return void response.writeHead(strange.status).end(strange.body)
      if (api.key(request.headers, fields) !== apiKey)
        return void response.writeHead(api.refusal.status).end(JSON.stringify(api.refusal.body))
      const looks = seen.filter((one) => one.provider === provider && one.path === path).length
      const { status = 200, body } = api.answers[path]?.(fields, looks) ?? { status: 404, body: {} }
      response.writeHead(status).end(JSON.stringify(body))
    }
    answer().catch((error: unknown) => response.destroy(error as Error))
  })
  const addresses = Object.fromEntries(Object.keys(apis).map((name) => [name, `${site.url}/${name}`]))
  const setting = Object.entries(addresses)
    .map(([name, address]) => `${name}=${address}`)
    .join(',')
  return { site, addresses, setting, odd, seen }
}
