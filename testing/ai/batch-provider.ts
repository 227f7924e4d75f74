import type { IncomingMessage, ServerResponse } from 'node:http'
import { createModelEndpoint } from '../../domains/agents/models/contract.ts'
import { loopbackSite } from '../network/loopback-site.ts'
import { embeddingsOf } from '../model-provider/asides.ts'
import { messageOf } from '../model-provider/messages.ts'
import { responseOf } from '../model-provider/responses.ts'
import { completionOf } from '../model-provider/script.ts'
import type { Scene } from '../scene.ts'

type Json = Readonly<Record<string, unknown>>

/** A batch as the provider holds it. */
interface HeldBatch {
  readonly id: string
  readonly path: string
  readonly items: readonly { readonly customId: string; readonly body: Json }[]
  readonly metadata: unknown
  isCancelled: boolean
}

/** A provider on loopback with OpenAI's files and batches, and Anthropic's message batches. */
export interface BatchProvider {
  readonly baseUrl: string
  /** The same without batches. */
  readonly plainUrl: string
  readonly host: string
  /** Method and path of every request, in order. */
  readonly asked: string[]
  readonly batches: HeldBatch[]
  /** Whether its batches have ended. */
  isEnded: boolean
  /** The results in place of the right ones. */
  rewrite: ((lines: readonly string[]) => string) | undefined
  /** The answer to requests whose path fits, for the given number of times. */
  trouble: { readonly path: RegExp; readonly status: number; readonly body: string; times: number } | undefined
  /** Requests, such as `POST /files`, that get no answer, as often as it says. */
  lost: LostRequests | undefined
}

interface LostRequests {
  readonly request: RegExp
  /** Whether the provider does what they ask all the same. */
  readonly isCarriedOut: boolean
  times: number
  /** Called when the last of them came. */
  readonly onLast: () => void
}

const wholeOf = { completions: completionOf, messages: messageOf, responses: responseOf, embeddings: embeddingsOf }
const usage = { prompt_tokens: 100, completion_tokens: 20 }

/** The model's answer to a request at a path: the request's own words, which no page may show. */
const answerTo = (path: string, body: Json) =>
  wholeOf[path.split('/').at(-1) as keyof typeof wholeOf]({ text: 'a secret completion', usage }, body.model as string)

const textOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const send = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Answers of the provider to requests whose path is known. */
const answersOf = (provider: BatchProvider) => {
  const files = new Map<string, string>()
  const hold = (path: string, items: HeldBatch['items'], metadata: unknown) => {
    const batch = { id: `batch_${provider.batches.length}`, path, items, metadata, isCancelled: false }
    provider.batches.push(batch)
    return batch
  }
  const openAi = (batch: HeldBatch) => ({
    id: batch.id,
    status: batch.isCancelled ? 'cancelled' : provider.isEnded ? 'completed' : 'in_progress',
    metadata: batch.metadata,
    request_counts: { total: batch.items.length, completed: 0, failed: 0 },
    output_file_id: provider.isEnded ? `out-${batch.id}` : null,
    error_file_id: null,
  })
  const anthropic = (batch: HeldBatch) => ({
    id: batch.id,
    processing_status: provider.isEnded ? 'ended' : 'in_progress',
    created_at: new Date().toISOString(),
    request_counts: { processing: batch.items.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
    results_url: 'http://169.254.169.254/elsewhere',
  })
  const results = (batch: HeldBatch, lineOf: (item: HeldBatch['items'][number]) => object) => {
    const lines = batch.items.map((item) => JSON.stringify(lineOf(item)))
    return provider.rewrite ? provider.rewrite(lines) : lines.join('\n')
  }
  const held = (id: string | undefined) => provider.batches.find((batch) => batch.id === id)!
  const answer = (method: string, path: string, text: string): unknown => {
    const [, id, action] = /^(?:\/messages)?\/batches\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    if (action === 'cancel') held(id).isCancelled = true
    if (path.startsWith('/messages/batches')) {
      if (action === 'results')
        return results(held(id), ({ customId, body }) => ({
          custom_id: customId,
          result: { type: 'succeeded', message: answerTo('/messages', body) },
        }))
      if (id) return anthropic(held(id))
      if (method === 'GET') return { data: provider.batches.filter((one) => one.path === '/messages').map(anthropic) }
      const { requests } = JSON.parse(text) as { requests: { custom_id: string; params: Json }[] }
      const items = requests.map(({ custom_id, params }) => ({ customId: custom_id, body: params }))
      return anthropic(hold('/messages', items, null))
    }
    if (path === '/files') {
      const file = `file-${files.size}`
      files.set(file, text)
      return { id: file, object: 'file' }
    }
    if (path.startsWith('/files/'))
      return results(held(/out-([^/]+)/.exec(path)![1]), ({ customId, body }) => ({
        custom_id: customId,
        response: { status_code: 200, body: answerTo(held(/out-([^/]+)/.exec(path)![1]).path, body) },
        error: null,
      }))
    if (path.startsWith('/batches')) {
      if (id) return openAi(held(id))
      if (method === 'GET') return { data: provider.batches.filter((one) => one.path !== '/messages').map(openAi) }
      const made = JSON.parse(text) as { input_file_id: string; endpoint: string; metadata: unknown }
      const lines = files
        .get(made.input_file_id)!
        .split('\n')
        .filter((line) => line.startsWith('{"custom_id"'))
      const items = lines.map((line) => {
        const { custom_id, body } = JSON.parse(line) as { custom_id: string; body: Json }
        return { customId: custom_id, body }
      })
      return openAi(hold(made.endpoint, items, made.metadata))
    }
    return answerTo(path, JSON.parse(text) as Json)
  }
  return answer
}

export const batchProvider = async (): Promise<BatchProvider> => {
  const site = await loopbackSite((request, response) => {
    const serve = async () => {
      const text = await textOf(request)
      const url = request.url!.replace(/\?.*$/, '')
      const path = url.replace(/^(\/plain)?\/v1/, '')
      provider.asked.push(`${request.method} ${url}`)
      const { trouble, lost } = provider
      if (lost && lost.times > 0 && lost.request.test(`${request.method} ${path}`)) {
        lost.times -= 1
        if (lost.isCarriedOut) answer(request.method!, path, text)
        if (lost.times === 0) lost.onLast()
        return
      }
      if (trouble && trouble.times > 0 && trouble.path.test(path)) {
        trouble.times -= 1
        send(response, trouble.body, trouble.status)
        return
      }
      if (url.startsWith('/plain') && path.includes('batches')) send(response, { error: { code: 'none' } }, 404)
      else send(response, answer(request.method!, path, text))
    }
    serve().catch((error: unknown) => response.destroy(error as Error))
  })
  const provider: BatchProvider = {
    baseUrl: `${site.url}/v1`,
    plainUrl: `${site.url}/plain/v1`,
    host: site.host,
    asked: [],
    batches: [],
    isEnded: false,
    rewrite: undefined,
    trouble: undefined,
    lost: undefined,
  }
  const answer = answersOf(provider)
  return provider
}

const prices = { inputUsdPerMillion: 2, outputUsdPerMillion: 4, pricedOn: '2026-11-21', maxOutputTokens: 100 }

/** Adds endpoints for OpenAI's and Anthropic's batches, and one without batches. */
export const addBatchEndpoints = async (
  at: Pick<Scene, 'owner'>,
  { baseUrl, plainUrl }: BatchProvider,
): Promise<void> => {
  const endpoints = [
    ['ant', 'messages', baseUrl, ['claude-haiku-4-5']],
    ['oai', 'responses', baseUrl, ['gpt-5-mini', 'text-embedding-3-small']],
    ['own', 'chat', plainUrl, ['mistral-small-latest', 'mistral-embed']],
  ] as const
  for (const [name, shape, url, models] of endpoints) {
    const body = {
      name,
      shape,
      baseUrl: url,
      apiKey: 'sk-canary-1f2e3d4c5b6a',
      models: models.map((model) => ({ model, ...prices })),
    }
    const { status } = await at.owner.call(createModelEndpoint, { body })
    if (status !== 201) throw new Error(`The endpoint ${name} was refused with ${status}`)
  }
}
