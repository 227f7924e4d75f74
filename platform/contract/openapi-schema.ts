import type { TSchema } from 'typebox'
import type { Words } from './vocabulary.ts'

/** An object of the OpenAPI document. */
export type Json = Record<string, unknown>

/** The records of a document by name, and descriptions that their schemas lack. */
export interface Components {
  readonly schemas: Json
  readonly words: Words
}

interface Word {
  readonly description?: string
  readonly example?: unknown
}

/** The vocabulary's word for a property: under its record's name first, then under its own. */
export const wordOf = (words: Words, name: string, owner = ''): Word => {
  const found = words[`${owner}.${name}`] ?? words[name]
  if (found === undefined) return {}
  return typeof found === 'string' ? { description: found } : { description: found[0], example: found[1] }
}

/** Moves every record with a title among the components and leaves a reference in its place. */
export const hoist = (schema: unknown, components: Components, owner = ''): unknown => {
  if (Array.isArray(schema)) return schema.map((part) => hoist(part, components, owner))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, ...rest } = schema as Json
  const own = typeof title === 'string' ? title : owner
  const shape = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [
      key,
      key === 'properties' ? hoistProperties(part as Json, components, own) : hoist(part, components, own),
    ]),
  )
  if (typeof title !== 'string' || rest.type !== 'object') return title === undefined ? shape : { title, ...shape }
  components.schemas[title] = shape
  return { $ref: `#/components/schemas/${title}` }
}

const hoistProperties = (properties: Json, components: Components, owner: string): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const shape = hoist(schema, components, owner) as Json
      const description = descriptionIn(shape) ?? wordOf(components.words, name, owner).description
      return [name, { ...shape, ...(description !== undefined && { description }) }]
    }),
  )

/** The description of a schema, or of its form that is not null. */
const descriptionIn = ({ description, anyOf }: Json): string | undefined =>
  (description as string | undefined) ??
  (anyOf as Json[] | undefined)?.map(descriptionIn).find((text) => text !== undefined)

const textExamples: Readonly<Record<string, string>> = {
  uri: 'https://example.com',
  email: 'ada@example.com',
  'date-time': '2026-03-04T10:15:30.000Z',
}

interface Shape extends Json {
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly TSchema[]
  readonly title?: string
}

/** An example that fits the schema: its own example, or an example made from its parts. */
export const exampleOf = (schema: TSchema, words: Words, name = '', owner = ''): unknown => {
  const { examples, type, properties, items, enum: choices, anyOf, minimum, const: only, title } = schema as Shape
  if (examples) return examples[0]
  if (only !== undefined) return only
  if (choices) return choices[0]
  if (anyOf) return exampleOf(anyOf[0]!, words, name, owner)
  if (type === 'object') {
    const fields = Object.entries(properties ?? {})
    return Object.fromEntries(fields.map(([key, part]) => [key, exampleOf(part, words, key, title ?? owner)]))
  }
  if (type === 'array') return items ? [exampleOf(items, words, name, owner)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return minimum ?? 1
  return type === 'string' ? textExample(schema as Shape, wordOf(words, name, owner)) : undefined
}

/** The example of a text without a format. */
export const placeholder = 'string'

const textExample = ({ format }: Shape, { example }: Word) =>
  typeof example === 'string' ? example : (textExamples[format as string] ?? placeholder)
