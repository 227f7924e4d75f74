import { jsonObject } from '../../../packages/foreign-json/index.ts'
import { multipart } from '../multipart.ts'
import type { EndpointDoor } from '../provider.ts'
import { saidError } from '../said-error.ts'
import type { ProviderBatches, ProviderBatchState, ProviderResult, SentItem } from './types.ts'
import { askObject, batchRequests, countIn, isId, objectIn, resultsOf, errorCode, wrongBatch } from './wire.ts'

// The name under which OpenAI stores our id of a batch.
const mark = 'atelier_batch'

/** Batches in OpenAI's form: a file of items, a batch for the file, and files with results. */
export const openAiBatches = (name: string, door: EndpointDoor, path: string): ProviderBatches => {
  const { ask, list, isServed } = batchRequests(name, door, '/batches')
  return {
    isServed,
    submit: async ({ id, items, perhapsSentSince }, signal) => {
      const sent = perhapsSentSince && (await list(signal)).find((one) => objectIn(one.metadata)[mark] === id)
      if (sent) return idIn(name, sent)
      const file = await askObject(name, door, upload(id, items, path), signal)
      const batch = {
        input_file_id: idIn(name, file),
        endpoint: path,
        completion_window: '24h',
        metadata: { [mark]: id },
      }
      return idIn(name, await ask('POST', '/batches', signal, JSON.stringify(batch)))
    },
    state: async (id, signal) => stateOf(name, await ask('GET', `/batches/${id}`, signal)),
    results: (state, signal) => resultsOf(door, state, readResult, signal),
    cancel: async (id, signal) => {
      await ask('POST', `/batches/${id}/cancel`, signal)
    },
  }
}

const idIn = (name: string, answer: Readonly<Record<string, unknown>>): string => {
  if (!isId(answer.id)) throw wrongBatch(name, answer)
  return answer.id
}

const upload = (id: string, items: readonly SentItem[], url: string) => {
  const lines = items.map(
    ({ customId, body }) => `{"custom_id":"${customId}","method":"POST","url":"${url}","body":${body}}\n`,
  )
  const file = { name: `${id}.jsonl`, mediaType: 'application/jsonl' }
  const content = multipart([
    { name: 'purpose', value: 'batch' },
    { name: 'file', value: lines.join(''), file },
  ])
  return { method: 'POST', path: '/files', content } as const
}

const working = ['validating', 'in_progress', 'finalizing', 'cancelling']
const ended = ['completed', 'expired', 'cancelled']

const stateOf = (name: string, answer: Readonly<Record<string, unknown>>): ProviderBatchState => {
  const { status, output_file_id: output, error_file_id: errors, request_counts: counts } = answer
  const { completed, failed } = objectIn(counts)
  const done = countIn(completed) === null ? null : (countIn(completed) ?? 0) + (countIn(failed) ?? 0)
  const word = String(status)
  const results = [output, errors].filter(isId).map((file) => `/files/${file}/content`)
  if (working.includes(word)) return { status: 'working', done, results: [] }
  if (ended.includes(word)) return { status: 'ended', done, results }
  if (word === 'failed') return { status: 'failed', done, results: [] }
  throw wrongBatch(name, answer)
}

/** The code of an error in any of its forms. */
const codeOf = (body: unknown) => saidError(body).codes.find((code) => errorCode(code) === code)

const readResult = (line: string): ProviderResult => {
  const result = jsonObject(line)
  if (!result || typeof result.custom_id !== 'string') return { kind: 'malformed' }
  const customId = result.custom_id
  const { status_code: status, body } = objectIn(result.response)
  if (status === 200 && typeof body === 'object' && body !== null)
    return { kind: 'answer', customId, answer: JSON.stringify(body) }
  const code = objectIn(result.error).code ?? codeOf(body)
  if (result.error || typeof status === 'number') return { kind: 'failure', customId, code: errorCode(code) }
  return { kind: 'malformed' }
}
