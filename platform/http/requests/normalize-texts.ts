import type { TSchema } from 'typebox'
import { validate } from 'uuid'

interface Schema {
  readonly format?: string
  readonly 'x-trimmed'?: true
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const textSchemas = new WeakMap<Schema, boolean>()

/** Whether a value of this schema may hold an id or a name. */
const holdsTexts = (schema: Schema): boolean => {
  const found = textSchemas.get(schema) ?? (isId(schema) || isName(schema) || partsOf(schema).some(holdsTexts))
  textSchemas.set(schema, found)
  return found
}

/** An id, or one of several texts of which one is an id. */
const isId = ({ format, anyOf = [] }: Schema): boolean => format === 'uuid' || anyOf.some(isId)
const isName = ({ anyOf = [], ...schema }: Schema): boolean => schema['x-trimmed'] === true || anyOf.some(isName)

const partsOf = ({ properties = {}, items }: Schema) => [...Object.values(properties), ...(items ? [items] : [])]

/**
 * Normalizes the spelling of ids and trims names in a body or query, in place. A value that does not fit the schema
 * stays as it is. This comes before the check, which compares ids with one another.
 */
export const normalizeTexts = (value: unknown, schema: TSchema): unknown => normalize(value, schema)

const normalize = (value: unknown, schema: Schema): unknown => {
  if (!holdsTexts(schema)) return value
  if (typeof value === 'string') {
    if (isName(schema)) return value.trim() || value
    return isId(schema) && validate(value) ? value.toLowerCase() : value
  }
  if (typeof value !== 'object' || value === null) return value
  const parts = value as Record<string, unknown>
  const { items, properties = {} } = schema
  if (Array.isArray(value)) {
    if (items) for (const [at, item] of value.entries()) value[at] = normalize(item, items)
  } else
    for (const [name, part] of Object.entries(properties))
      if (Object.hasOwn(parts, name)) parts[name] = normalize(parts[name], part)
  return value
}
