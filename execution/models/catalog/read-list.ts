import Type, { type Static } from 'typebox'
import { jsonOf } from '../../../packages/foreign-json/index.ts'
import { checkLater } from '../../../platform/validation/check-later.ts'

/** A chat model that takes tools, as a router lists it. Prices in micro-dollars for a million tokens. */
export interface ListedModel {
  readonly id: string
  readonly name: string
  readonly contextTokens: number
  readonly maxOutputTokens: number | null
  /** The lowest that the router asks; null if it names none. */
  readonly inputMicrosPerMillion: number | null
  readonly outputMicrosPerMillion: number | null
}

export interface ModelList {
  readonly models: readonly ListedModel[]
  /** Whether there is no more than this answer has. */
  readonly isWhole: boolean
}

const tokens = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })
const Entry = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  name: Type.Optional(Type.String({ maxLength: 1_000 })),
  context_length: tokens,
  supported_parameters: Type.Array(Type.String(), { maxItems: 1_000 }),
  architecture: Type.Object({ output_modalities: Type.Array(Type.String(), { maxItems: 100 }) }),
  pricing: Type.Optional(
    Type.Object({ prompt: Type.Optional(Type.String()), completion: Type.Optional(Type.String()) }),
  ),
  top_provider: Type.Optional(Type.Object({ max_completion_tokens: Type.Optional(Type.Unknown()) })),
})
const List = Type.Object({
  data: Type.Array(Type.Unknown()),
  links: Type.Optional(Type.Object({ next: Type.Optional(Type.Unknown()) })),
})
const list = checkLater(List)
const entry = checkLater(Entry)

const modelsMost = 2_000

/**
 * The models of a router's `GET /models` that answer with text and take tools; other models, and invalid entries, are
 * left out. Undefined if the text is no such list. Source: OpenRouter's page on its models API.
 */
export const readModelList = (text: string): ModelList | undefined => {
  const value = jsonOf(text)
  if (!list.Check(value)) return undefined
  const { data, links } = value
  const fitting = data.filter((one): one is Static<typeof Entry> => entry.Check(one)).filter(isForAgents)
  const models = fitting.slice(0, modelsMost).map(modelOf)
  return { models, isWhole: models.length === fitting.length && typeof links?.next !== 'string' }
}

const isForAgents = ({ supported_parameters, architecture }: Static<typeof Entry>) =>
  supported_parameters.includes('tools') && architecture.output_modalities.includes('text')

const modelOf = ({ id, name, context_length, pricing, top_provider }: Static<typeof Entry>): ListedModel => ({
  id,
  name: (name ?? id).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').slice(0, 200) || id,
  contextTokens: context_length,
  maxOutputTokens: positive(top_provider?.max_completion_tokens),
  inputMicrosPerMillion: microsOf(pricing?.prompt),
  outputMicrosPerMillion: microsOf(pricing?.completion),
})

const positive = (value: unknown) => (Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null)

// US dollars for one token as a decimal; a router without a price writes -1.
const microsOf = (dollars: string | undefined): number | null => {
  if (dollars === undefined || !/^\d{1,6}(\.\d{1,20})?$/.test(dollars)) return null
  return Math.round(Number(dollars) * 1e12)
}
