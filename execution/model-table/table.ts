import Type, { type Static } from 'typebox'
import { oneOf } from '../../platform/contract/schema.ts'
import type { Price } from '../models/index.ts'

const modelCapabilities = [
  'chat',
  'code',
  'pictures',
  'embeddings',
  'speech',
  'transcription',
  'images',
  'video',
] as const
export type ModelCapability = (typeof modelCapabilities)[number]

const usd = Type.Number({ minimum: 0, maximum: 100_000 })
const tokens = Type.Integer({ minimum: 16, maximum: 100_000_000 })
const TokenPrice = Type.Object(
  {
    per: Type.Literal('million tokens'),
    input: usd,
    output: usd,
    cacheRead: Type.Optional(usd),
    cacheWrite: Type.Optional(usd),
    /** The price of the maker's batches, in per cent of these prices. */
    batchPercent: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  { additionalProperties: false },
)
const UnitPrice = Type.Object(
  {
    per: oneOf(['minute', 'second', 'image', 'million characters']),
    usd,
  },
  { additionalProperties: false },
)

/** One line of the table. A null price is not known, or depends on more than an amount. */
export const TableModel = Type.Object(
  {
    model: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,149}$' }),
    shape: oneOf(['chat', 'responses', 'messages']),
    capabilities: Type.Array(oneOf(modelCapabilities), {
      minItems: 1,
      uniqueItems: true,
    }),
    price: Type.Union([TokenPrice, UnitPrice, Type.Null()]),
    pricedOn: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' }),
    contextTokens: Type.Optional(tokens),
    maxOutputTokens: Type.Optional(tokens),
  },
  { additionalProperties: false },
)
export type TableModel = Static<typeof TableModel>

/** Models by their names, in the order of the file. */
export type ModelTable = ReadonlyMap<string, TableModel>

/** Names of no maker: the default model of the workspace, and the cheapest one for code. */
export const neutralNames = ['auto', 'pareto-code'] as const

/** Every name that a batch may have. */
export const modelNames = (table: ModelTable): readonly string[] => [...neutralNames, ...table.keys()]

const micros = (dollars: number) => Math.round(dollars * 1_000_000)

/** The model's price by tokens, in micro-dollars; undefined if the table has none. */
export const tablePrice = (model: TableModel | undefined): Price | undefined => {
  const price = model?.price
  if (price?.per !== 'million tokens') return undefined
  return {
    inputMicrosPerMillion: micros(price.input),
    outputMicrosPerMillion: micros(price.output),
    cacheReadMicrosPerMillion: price.cacheRead === undefined ? undefined : micros(price.cacheRead),
    cacheWriteMicrosPerMillion: price.cacheWrite === undefined ? undefined : micros(price.cacheWrite),
  }
}
