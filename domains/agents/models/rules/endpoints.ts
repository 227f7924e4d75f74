import type { InvalidField } from '../../../../platform/contract/index.ts'

export const endpointShapes = ['chat', 'messages', 'responses'] as const
export const mostEndpoints = 20
export const mostModels = 100

/** A model of an endpoint of the workspace, as it is stored: prices in micro-dollars for a million tokens. */
export interface StoredModel {
  readonly model: string
  readonly inputMicrosPerMillion: number
  readonly outputMicrosPerMillion: number
  readonly cacheReadMicrosPerMillion: number | null
  readonly cacheWriteMicrosPerMillion: number | null
  /** As 2026-11-21. */
  readonly pricedOn: string
  readonly contextTokens: number | null
  readonly maxOutputTokens: number | null
}

/** The bounds of a model whose endpoint names none. */
export interface TokenBounds {
  readonly contextTokens: number
  readonly maxOutputTokens: number
}

export const identifierOf = (endpoint: string, model: string) => `${endpoint}/${model}`

/** The endpoint's name that an identifier begins with; undefined if it names none. */
export const endpointNameIn = (identifier: string) => /^([a-z0-9][a-z0-9-]{0,39})\/./.exec(identifier)?.[1]

export const boundsOf = (
  { contextTokens, maxOutputTokens }: Pick<StoredModel, keyof TokenBounds>,
  byDefault: TokenBounds,
) => ({
  contextTokens: contextTokens ?? byDefault.contextTokens,
  maxOutputTokens: maxOutputTokens ?? byDefault.maxOutputTokens,
})

const dayMs = 86_400_000

/** The faults of a list of models that its schema cannot judge. */
export const faultsOfModels = (models: readonly StoredModel[], byDefault: TokenBounds, now: Date): InvalidField[] =>
  models.flatMap((one, at) => {
    const fault = (field: string, message: string, rule: string) => ({ path: `models.${at}.${field}`, message, rule })
    const { contextTokens, maxOutputTokens } = boundsOf(one, byDefault)
    const isTwice = models.findIndex(({ model }) => model === one.model) < at
    return [
      ...(isTwice ? [fault('model', 'is listed twice', 'unique')] : []),
      ...(isDay(one.pricedOn, now) ? [] : [fault('pricedOn', 'has to be a day that has been', 'date')]),
      ...(maxOutputTokens < contextTokens
        ? []
        : [fault('maxOutputTokens', `leaves no room for input in ${contextTokens} tokens`, 'maximum')]),
    ]
  })

// Where the day begins first, it is a day later than in UTC.
const isDay = (text: string, now: Date) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return new Date(time || 0).toISOString().startsWith(text) && time <= now.getTime() + dayMs
}
