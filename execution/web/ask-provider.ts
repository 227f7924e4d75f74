import { jsonOf } from '../../platform/contract/json.ts'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import type { ProviderId } from './addresses.ts'
import type { Exchange, ProviderApi } from './provider-api.ts'
import { brave } from './providers/brave.ts'
import { exa } from './providers/exa.ts'
import { firecrawl } from './providers/firecrawl.ts'
import { tavily } from './providers/tavily.ts'
import { WebRefusal, type WebRefusalReason } from './web.ts'

export const providers: Readonly<Record<ProviderId, ProviderApi>> = { tavily, exa, brave, firecrawl }

// Firecrawl answers a crawl in pieces of ten megabytes, and only the first is shown.
const answerMost = 12 * 2 ** 20
const usualMs = 30_000

export interface ProviderCall {
  readonly fetcher: Fetcher
  readonly address: string
  readonly apiKey: string
  readonly signal: AbortSignal
}

/** Asks a provider once, and no other way. Throws a WebRefusal, or the reason of an aborted `signal`. */
export const askProvider = async <Input, Output extends object>(
  { fetcher, address, apiKey, signal }: ProviderCall,
  api: ProviderApi,
  exchange: Exchange<Input, Output>,
  input: Input,
): Promise<Output> => {
  const { path, ...request } = exchange.request(apiKey, input)
  const { withinMs = usualMs } = exchange
  const url = `${address.replace(/\/{1,99}$/, '')}${path}`
  const sent = await fetcher
    .send({ ...request, url, maxBytes: answerMost, withinMs, signal })
    .catch((error: unknown) => {
      if (!(error instanceof FetchRefusal)) throw error
      throw new WebRefusal(error.reason === 'slow' ? 'slow' : 'failed', api.label, error)
    })
  const body = jsonOf(sent.bytes)
  const refused = refusalOf(api, sent.status, body)
  if (refused) throw new WebRefusal(refused, api.label)
  const answer = exchange.answer(body, input)
  if (typeof answer === 'string') throw new WebRefusal(answer, api.label)
  if (answer === undefined) throw new WebRefusal('failed', api.label)
  return answer
}

const byStatus: Readonly<Record<number, WebRefusalReason>> = {
  401: 'key',
  402: 'used',
  408: 'slow',
  429: 'busy',
  504: 'slow',
}

const refusalOf = (api: ProviderApi, status: number, body: unknown): WebRefusalReason | undefined => {
  if (status >= 200 && status <= 299) return undefined
  return api.refusal?.(status, body) ?? byStatus[status] ?? (status >= 500 ? 'failed' : 'request')
}
