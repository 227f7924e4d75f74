import type { AnswerFormat, Content } from './conversation.ts'
import { untranslatable } from './untranslatable.ts'

/** The texts of a message at `path` that may hold nothing else. Throws ModelFailure 400 for a picture. */
export const textAlone = (content: readonly Content[], path: string): string =>
  content
    .map((part) => {
      if (part.type === 'picture') throw untranslatable(`${path}.content`, 'holds a picture, which cannot be said')
      return part.text
    })
    .join('\n\n')

/** A JSON Schema. Throws ModelFailure 400 that names `field` if it is invalid. */
export const schemaOf = (given: unknown, field: string): Readonly<Record<string, unknown>> => {
  if (typeof given !== 'object' || given === null) throw untranslatable(field)
  return given as Readonly<Record<string, unknown>>
}

/** The schema of a tool that takes nothing. */
export const noInput = { type: 'object', properties: {} }

/** The words that OpenAI's two shapes have in common for a choice of tools. */
export const choiceWord = (given: unknown) => (['auto', 'none', 'required'] as const).find((word) => word === given)

interface NamedSchema {
  readonly name?: string
  readonly description?: string | null
  readonly schema?: unknown
  readonly strict?: boolean | null
}

/**
 * The format of answers in OpenAI's two shapes, with `field` as its name; they differ in the place of `named`, the
 * schema with its name. Throws ModelFailure 400 for an unknown tool, and for an invalid schema.
 */
export const formatIn = (given: unknown, named: unknown, field: string): AnswerFormat | undefined => {
  if (!given) return undefined
  const { type } = given as { readonly type?: unknown }
  if (type === 'text') return undefined
  if (type === 'json_object') return { type: 'json' }
  if (type !== 'json_schema') throw untranslatable(field)
  const { name, description, schema, strict } = (named ?? {}) as NamedSchema
  return {
    type: 'schema',
    name,
    description: description ?? undefined,
    strict: strict ?? undefined,
    schema: schemaOf(schema, field),
  }
}
