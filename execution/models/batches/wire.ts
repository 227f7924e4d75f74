import { ModelFailure } from '../failure.ts'
import { type EndpointDoor, type EndpointRequest, jsonContent } from '../provider.ts'
import { malformedAnswer, readAnswer } from '../shapes/answer.ts'
import type { ProviderBatchState, ProviderResult } from './types.ts'

// Shared by the batch clients of all providers: requests, checks of answers, and results.

type Answer = Readonly<Record<string, unknown>>

/** An id that a provider chose. It becomes a part of a path, and must not change the path. */
const idPattern = /^[A-Za-z0-9_-]{1,200}$/

export const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value)

/** An answer as an object. Throws ModelFailure for any other. */
export const askObject = async (
  endpoint: string,
  door: EndpointDoor,
  request: EndpointRequest,
  signal: AbortSignal,
): Promise<Answer> => readAnswer({ endpoint, what: 'batch' }, await door.text(request, signal))

export const wrongBatch = (endpoint: string, answer: unknown) =>
  malformedAnswer({ endpoint, what: 'batch' }, JSON.stringify(answer).slice(0, 200))

/** The requests about batches that all providers have; `base` is the path at which an endpoint lists its batches. */
export const batchRequests = (endpoint: string, door: EndpointDoor, base: string) => {
  const ask = (method: 'GET' | 'POST', path: string, signal: AbortSignal, json?: string) =>
    askObject(endpoint, door, { method, path, ...(json !== undefined && { content: jsonContent(json) }) }, signal)
  const list = async (signal: AbortSignal) => {
    const answer = await ask('GET', `${base}?limit=100`, signal)
    if (!Array.isArray(answer.data)) throw wrongBatch(endpoint, answer)
    return answer.data.map(objectIn)
  }
  /** True if an endpoint has batches: a request to list them succeeds. */
  const isServed = async (signal: AbortSignal): Promise<boolean> => {
    try {
      await list(signal)
      return true
    } catch (error) {
      if (meansNoBatches(error)) return false
      throw error
    }
  }
  return { ask, list, isServed }
}

/** An endpoint without batches refuses requests about them with one of these statuses. */
const meansNoBatches = (error: unknown): boolean =>
  error instanceof ModelFailure && [404, 405, 501].includes(error.upstream?.status ?? 0)

/** The results of a batch that has ended, a line each. */
export async function* resultsOf(
  door: EndpointDoor,
  { results: paths }: ProviderBatchState,
  read: (line: string) => ProviderResult,
  signal: AbortSignal,
): AsyncGenerator<ProviderResult> {
  for (const path of paths)
    for await (const line of door.lines({ method: 'GET', path }, signal)) if (line.trim() !== '') yield read(line)
}

/** A provider's error code; `failed` for a text that is no code. */
export const errorCode = (value: unknown): string =>
  typeof value === 'string' && /^[a-z][a-z_]{1,63}$/.test(value) ? value : 'failed'

export const objectIn = (value: unknown): Answer =>
  typeof value === 'object' && value !== null ? (value as Answer) : {}

export const countIn = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
