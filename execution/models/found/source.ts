export type Environment = Readonly<Record<string, string | undefined>>

/** US dollars for a million tokens, as a price list had them on a day. */
export interface ModelPrice {
  readonly inputUsdPerMillion: number
  readonly outputUsdPerMillion: number
  readonly cacheReadUsdPerMillion?: number | undefined
  /** The day of the price list, such as `2026-03-04`. */
  readonly pricedOn: string
}

export interface SourceFacts {
  /** The word that chooses it, such as `ollama`. */
  readonly name: string
  readonly title: string
  /** Why it cannot be used as it is, as a sentence; undefined if it can. */
  readonly unusable?: string | undefined
}

/** A key in the environment. Its value is never part of this: it is read again when it is sent. */
export interface KeySource extends SourceFacts {
  readonly kind: 'key'
  readonly variable: string
  readonly baseUrl: string
  readonly model: string
  readonly contextTokens?: number | undefined
  readonly maxOutputTokens?: number | undefined
  readonly price?: ModelPrice | undefined
}

/** A model server on this machine. */
export interface ServerSource extends SourceFacts {
  readonly kind: 'server'
  readonly baseUrl: string
  /** The default model. */
  readonly model?: string | undefined
  readonly models: readonly string[]
  readonly contextTokens?: number | undefined
}

export type FoundSource = KeySource | ServerSource

const localTokens = 32_768
const answerTokensMost = 8_192

/** Window and longest answer of a source, as an endpoint lists them. */
export const boundsOf = (source: FoundSource) => {
  const { contextTokens = source.kind === 'server' ? localTokens : undefined } = source
  const maxOutputTokens =
    source.kind === 'key'
      ? source.maxOutputTokens
      : Math.min(answerTokensMost, Math.floor((contextTokens ?? localTokens) / 4))
  return {
    ...(contextTokens !== undefined && { contextTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  }
}
