import { jsonObject } from '../../../packages/foreign-json/index.ts'
import type { EndpointDoor } from '../provider.ts'
import type { ProviderBatches, ProviderBatchState, ProviderResult } from './types.ts'
import { batchRequests, countIn, isId, objectIn, resultsOf, errorCode, wrongBatch } from './wire.ts'

// The provider's clock may be five minutes off ours.
const clockSkewMs = 300_000
const base = '/messages/batches'

/** Message batches as Anthropic has them. */
export const anthropicBatches = (name: string, door: EndpointDoor): ProviderBatches => {
  const { ask, list, isServed } = batchRequests(name, door, base)
  return {
    isServed,
    submit: async ({ items, perhapsSentSince }, signal) => {
      if (perhapsSentSince) {
        // There is no field for an id of ours: a batch with as many items since then may be ours, or another's.
        const since = perhapsSentSince.getTime() - clockSkewMs
        const alike = (await list(signal)).filter((one) => isAlike(one, items.length, since))
        if (alike.length === 1 && isId(alike[0]!.id)) return alike[0]!.id
        if (alike.length > 0) return undefined
      }
      const requests = items.map(({ customId, body }) => `{"custom_id":"${customId}","params":${body}}`)
      const made = await ask('POST', base, signal, `{"requests":[${requests.join(',')}]}`)
      if (!isId(made.id)) throw wrongBatch(name, made)
      return made.id
    },
    state: async (id, signal) => stateOf(name, id, await ask('GET', `${base}/${id}`, signal)),
    results: (state, signal) => resultsOf(door, state, readResult, signal),
    cancel: async (id, signal) => {
      await ask('POST', `${base}/${id}/cancel`, signal)
    },
  }
}

const countsOf = (answer: Readonly<Record<string, unknown>>) => {
  const { processing, succeeded, errored, canceled, expired } = objectIn(answer.request_counts)
  const ended = [succeeded, errored, canceled, expired].reduce<number>((sum, one) => sum + (countIn(one) ?? 0), 0)
  return { ended, total: ended + (countIn(processing) ?? 0) }
}

const isAlike = (answer: Readonly<Record<string, unknown>>, items: number, sinceMs: number) =>
  Date.parse(String(answer.created_at)) >= sinceMs && countsOf(answer).total === items

const stateOf = (name: string, id: string, answer: Readonly<Record<string, unknown>>): ProviderBatchState => {
  const status = answer.processing_status
  const done = countsOf(answer).ended
  if (status === 'in_progress' || status === 'canceling') return { status: 'working', done, results: [] }
  // Not the address that it names: only paths of the endpoint are asked.
  if (status === 'ended') return { status: 'ended', done, results: [`${base}/${id}/results`] }
  throw wrongBatch(name, answer)
}

const readResult = (line: string): ProviderResult => {
  const read = jsonObject(line)
  if (!read || typeof read.custom_id !== 'string') return { kind: 'malformed' }
  const customId = read.custom_id
  const { type, message, error } = objectIn(read.result)
  if (type === 'succeeded' && typeof message === 'object' && message !== null)
    return { kind: 'answer', customId, answer: JSON.stringify(message) }
  // The kind of an error is inside the error of the answer.
  if (type === 'errored')
    return { kind: 'failure', customId, code: errorCode(objectIn(objectIn(error).error).type ?? objectIn(error).type) }
  if (type === 'canceled' || type === 'expired') return { kind: 'failure', customId, code: type }
  return { kind: 'malformed' }
}
