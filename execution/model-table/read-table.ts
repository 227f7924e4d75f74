import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartRefusal } from '../../platform/configuration/refusal.ts'
import { checkLater } from '../../platform/validation/check-later.ts'
import { neutralNames, TableModel, type ModelTable } from './table.ts'

const shipped = fileURLToPath(new URL('./models.jsonl', import.meta.url))
const sizeMostBytes = 1024 * 1024
const modelsMost = 1_000
const validator = checkLater(TableModel)

/**
 * Reads a table of models: one model a line, as JSON; the shipped one without `file`. Throws StartRefusal, with the line
 * and the reason, for a file that is no table.
 */
export const readModelTable = (file?: string): ModelTable => {
  const refusal = (why: string) =>
    new StartRefusal(`ATELIER_MODEL_TABLE_FILE names ${file ?? shipped}, ${why}. See docs/models.md#table-of-models.`)
  const models = new Map<string, TableModel>()
  for (const [at, line] of textOf(file ?? shipped, refusal)
    .split(/\r?\n/)
    .entries()) {
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
