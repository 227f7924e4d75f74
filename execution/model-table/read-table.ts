import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartRefusal } from '../../platform/configuration/refusal.ts'
import { checkLater } from '../../platform/validation/check-later.ts'
import Type, { type Static } from 'typebox'
import { oneOf } from '../../platform/contract/schema.ts'
import type { Price } from '../models/index.ts'

const chatCapabilities = ['chat', 'code', 'pictures', 'embeddings'] as const
const modelCapabilities = [...chatCapabilities, 'speech', 'transcription', 'images', 'video'] as const
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
const neutralNames = ['auto', 'pareto-code'] as const

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

const shipped = fileURLToPath(new URL('./models.jsonl', import.meta.url))
const sizeMostBytes = 1024 * 1024
const modelsMost = 1_000
const validator = checkLater(TableModel)

/** Reads a table of models, a line each as JSON; by default ours. Throws StartRefusal with the line and the reason. */
export const readModelTable = (file?: string): ModelTable => {
  const refusal = (why: string) =>
    new StartRefusal(`ATELIER_MODEL_TABLE_FILE names ${file ?? shipped}, ${why}. See docs/models.md#table-of-models.`)
  const models = new Map<string, TableModel>()
  const lines = textOf(file ?? shipped, refusal).split(/\r?\n/)
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const wrong = (why: string) => refusal(`where line ${at + 1} ${why}`)
    const model = modelOf(line, wrong)
    if (models.has(model.model)) throw wrong(`names ${model.model} again`)
    if ((neutralNames as readonly string[]).includes(model.model)) throw wrong(`names ${model.model}, which is taken`)
    if (models.size === modelsMost) throw wrong(`is the model after ${modelsMost}, the most that a table has`)
    models.set(model.model, model)
  }
  if (models.size === 0) throw refusal('which has no model')
  return models
}

type Refuse = (why: string) => StartRefusal

const textOf = (file: string, refusal: Refuse): string => {
  try {
    if (statSync(file).size > sizeMostBytes) throw refusal('which is larger than 1 MiB')
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw refusal(error instanceof TypeError ? 'which is not UTF-8' : 'which cannot be read')
  }
}

const modelOf = (line: string, wrong: Refuse): TableModel => {
  const value = jsonOf(line, wrong)
  if (validator.Check(value)) {
    if (isDay(value.pricedOn)) return value
    throw wrong(`has a day in pricedOn that is in no calendar`)
  }
  const errors = validator.Errors(value)
  const error = errors.find(({ keyword }) => keyword !== 'anyOf') ?? errors[0]
  const field = error?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  throw wrong(`is no model: ${field === '' ? 'it' : field} ${error?.message ?? ''}`)
}

const isDay = (day: string) => {
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}

const jsonOf = (line: string, wrong: Refuse): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    throw wrong('is not JSON')
  }
}
