import type { TSchema } from 'typebox'
import { validate } from 'uuid'

interface Schema {
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const known = new WeakMap<Schema, boolean>()

/** Whether a value of this schema may hold an id. */
const holdsIds = (schema: Schema): boolean => {
  const found = known.get(schema) ?? (isId(schema) || partsOf(schema).some(holdsIds))
  known.set(schema, found)
  return found
}

/** An id, or one of several texts of which one is an id. */
const isId = ({ format, anyOf = [] }: Schema): boolean => format === 'uuid' || anyOf.some(isId)

const partsOf = ({ properties = {}, items }: Schema) => [...Object.values(properties), ...(items ? [items] : [])]

/**
 * Gives the ids of a body or query one spelling, in place, where its schema has ids. A value that does not fit the schema
 * stays as it is. This comes before the check, which compares ids with one another.
 */
export const spellIds = (value: unknown, schema: TSchema): unknown => spell(value, schema)

const spell = (value: unknown, schema: Schema): unknown => {
  if (!holdsIds(schema)) return value
  if (typeof value === 'string') return isId(schema) && validate(value) ? value.toLowerCase() : value
  if (typeof value !== 'object' || value === null) return value
  const parts = value as Record<string, unknown>
  const { items, properties = {} } = schema
  if (Array.isArray(value)) {
    if (items) for (const [at, item] of value.entries()) value[at] = spell(item, items)
  } else
    for (const [name, part] of Object.entries(properties))
      if (Object.hasOwn(parts, name)) parts[name] = spell(parts[name], part)
  return value
}
