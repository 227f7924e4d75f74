import { ModelFailure } from '../failure.ts'
import type { EndpointDoor, EndpointRequest } from '../provider.ts'
import { malformedAnswer, readAnswer } from '../shapes/answer.ts'
import type { ProviderBatchState, ProviderResult } from './types.ts'

type Answer = Readonly<Record<string, unknown>>

/** Ids of providers go into paths. */
const idPattern = /^[A-Za-z0-9_-]{1,200}$/

export const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value)

/** An answer as an object. Throws ModelFailure for any other. */
export const askObject = async (
  endpoint: string,
  door: EndpointDoor,
  request: EndpointRequest,
  signal: AbortSignal,
): Promise<Answer> => readAnswer({ endpoint, what: 'batch' }, await door.text(request, signal))

export const jsonContent = (bytes: string) => ({ mediaType: 'application/json', bytes })

export const wrongBatch = (endpoint: string, answer: unknown) =>
  malformedAnswer({ endpoint, what: 'batch' }, JSON.stringify(answer).slice(0, 200))

/** Whether an endpoint has batches, by whether it lists them. */
export const isServed = async (list: () => Promise<unknown>): Promise<boolean> => {
  try {
    await list()
    return true
  } catch (error) {
    if (isNotServed(error)) return false
    throw error
  }
}

/** The answer of an endpoint without batches to a question for them. */
const isNotServed = (error: unknown): boolean =>
  error instanceof ModelFailure && [404, 405, 501].includes(error.upstream?.status ?? 0)

/** The results of a batch that has ended, a line each. */
export async function* resultsOf(
  door: EndpointDoor,
  { results }: ProviderBatchState,
  read: (line: string) => ProviderResult,
  signal: AbortSignal,
): AsyncGenerator<ProviderResult> {
  for (const path of results)
    for await (const line of door.lines({ method: 'GET', path }, signal)) if (line.trim() !== '') yield read(line)
}

/** A word of a provider, for programs; any other text is `failed`. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[a-z][a-z_]{1,63}$/.test(value) ? value : 'failed'

export const objectIn = (value: unknown): Answer =>
  typeof value === 'object' && value !== null ? (value as Answer) : {}

export const countIn = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
