import { parseJson } from '../text.ts'

/** One field of a tool's input. `aliases` are names that models use for it as well. */
export interface Field {
  readonly type: 'string' | 'integer' | 'boolean' | 'array'
  /** Least value of a whole number; by default 1. */
  readonly minimum?: number
  readonly maximum?: number
  readonly description?: string
  readonly enum?: readonly string[]
  /** Elements of an array: texts, or objects with these fields. */
  readonly items?: Fields
  readonly required?: boolean
  readonly aliases?: readonly string[]
}

export type Fields = Readonly<Record<string, Field>>

type ParsedArguments =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; problem: string }

// Models explain their calls in fields like these; nothing depends on them.
const remarks = new Set(['description', 'explanation', 'thought', 'reasoning', 'instruction', 'instructions'])

/**
 * A tool's input in the only form that it takes: other spellings of names, numbers and lists as texts, one text in
 * place of a list and nulls are put right. Input that fits no form is a sentence that names the fault and the fields.
 */
export const readArguments = (input: unknown, fields: Fields): ParsedArguments => {
  const object = typeof input === 'string' ? parseJson(input) : input
  if (!isObject(object)) return problem(`The input is no JSON object.`, fields)
  const value: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(object)) {
    if (field === null || field === undefined) continue
    const ownName = nameOf(name, fields)
    if (ownName === undefined && remarks.has(name)) continue
    if (ownName === undefined) return problem(`${name} is unknown.`, fields)
    const read = readField(field, fields[ownName]!)
    if (read === undefined) return problem(`${name} is not ${kindOf(fields[ownName]!)}.`, fields)
    value[ownName] ??= read
  }
  const missing = Object.entries(fields).find(([name, { required }]) => required && !(name in value))
  return missing ? problem(`${missing[0]} is missing.`, fields) : { ok: true, value }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const problem = (what: string, fields: Fields) => ({
  ok: false as const,
  problem: `${what} The fields are ${list(fields)}.`,
})

const list = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, field]) => `${name} (${field.type}${field.required ? ', required' : ''})`)
    .join(', ') || 'none'

const kindOf = ({ type, enum: values, items, minimum = 1, maximum }: Field) => {
  if (values) return `one of ${values.join(', ')}`
  if (items) return `a list of objects with the fields ${list(items)}`
  const most = maximum === undefined ? '' : ` to ${maximum}`
  return type === 'integer'
    ? `a whole number from ${minimum}${most}`
    : type === 'array'
      ? 'a list of texts'
      : `a ${type}`
}

const nameOf = (name: string, fields: Fields): string | undefined => {
  if (Object.hasOwn(fields, name)) return name
  const plain = plainName(name)
  return Object.keys(fields).find((known) =>
    [known, ...(fields[known]!.aliases ?? [])].some((one) => plainName(one) === plain),
  )
}

const plainName = (name: string) => name.replaceAll(/[-_ ]/g, '').toLowerCase()

const readField = (given: unknown, field: Field): unknown => {
  if (field.type === 'array') return readList(given, field)
  if (field.type === 'integer') return readInteger(given, field)
  if (field.type === 'boolean') return readBoolean(given)
  const text = Array.isArray(given) && given.every((part) => typeof part === 'string') ? given.join('\n') : given
  if (typeof text !== 'string') return undefined
  return field.enum && !field.enum.includes(text) ? undefined : text
}

const readInteger = (given: unknown, { minimum = 1, maximum = Infinity }: Field) => {
  const number = typeof given === 'string' && /^\s*\d+(\.0+)?\s*$/.test(given) ? Number(given) : given
  return Number.isInteger(number) && Number(number) >= minimum && Number(number) <= maximum ? number : undefined
}

const readBoolean = (given: unknown) => {
  if (typeof given !== 'string') return typeof given === 'boolean' ? given : undefined
  const text = given.trim().toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : undefined
}

const readList = (given: unknown, { items }: Field) => {
  const value = typeof given === 'string' ? (parseJson(given) ?? given) : given
  const elements = Array.isArray(value) ? (value as unknown[]) : [value]
  if (!items) return elements.every((one) => typeof one === 'string') ? elements : undefined
  const read = elements.map((one) => readArguments(one, items))
  return read.every((one) => one.ok) ? read.map((one) => one.value) : undefined
}

/** The fields as the JSON schema that a model is shown. */
export const schemaOf = (fields: Fields): object => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  required: Object.keys(fields).filter((name) => fields[name]!.required),
  additionalProperties: false,
})

const fieldSchema = ({ type, minimum, maximum, description, enum: values, items }: Field): object => ({
  type,
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
  ...(description && { description }),
  ...(values && { enum: values }),
  ...(type === 'array' && { items: items ? schemaOf(items) : { type: 'string' } }),
})
