import type { Schema } from './snapshot.ts'

/** The TypeScript type of the values that fit a schema; `nameOf` writes the name of a record. */
export const typeOf = (schema: Schema, nameOf: (record: string) => string, indent = ''): string => {
  const inner = (part: Schema) => typeOf(part, nameOf, indent)
  const { $ref, anyOf, enum: words, type, items } = schema
  if ($ref !== undefined) return nameOf($ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (words) return union(words.map((word) => JSON.stringify(word)))
  if (anyOf) return union(anyOf.map(inner))
  if (type === 'array') return items ? `${parenthesized(inner(items))}[]` : 'unknown[]'
  if (type === 'object') return objectType(schema, nameOf, indent)
  return plainTypes[type ?? ''] ?? 'unknown'
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')
const parenthesized = (type: string) => (/[|&]/.test(type) ? `(${type})` : type)

/** The properties of an object in braces, or a record if the caller chooses the names. */
export const objectType = (
  { properties = {}, patternProperties = {}, required = [], additionalProperties }: Schema,
  nameOf: (record: string) => string,
  indent: string,
): string => {
  const values = Object.values(patternProperties)
  if (typeof additionalProperties === 'object') values.push(additionalProperties)
  const names = Object.keys(properties)
  if (names.length === 0) {
    if (values.length > 0) return `Record<string, ${union(values.map((part) => typeOf(part, nameOf, indent)))}>`
    return additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>'
  }
  const lines = names.map((name) => {
    const schema = properties[name]!
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    const mark = required.includes(name) ? '' : '?'
    const note = schema.deprecated ? `${indent}  /** @deprecated */\n` : ''
    return `${note}${indent}  ${key}${mark}: ${typeOf(schema, nameOf, `${indent}  `)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}
