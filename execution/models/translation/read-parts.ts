import type { AnswerFormat, Content, PicturePart } from './conversation.ts'
import { untranslatable } from './untranslatable.ts'
import { mediaTypeOf, pictureBytes } from '../shapes/body.ts'

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

/** A picture that is passed as bytes. Throws ModelFailure 400 that names `field` if it is not a picture. */
export const pictureOf = (url: string, field: string, detail?: PicturePart['detail'] | 'auto'): PicturePart => {
  const found = pictureBytes.exec(url)
  if (!found) throw untranslatable(field, 'is no PNG, JPEG, GIF or WebP in base64, as it has to be')
  const asked = detail !== undefined && detail !== 'auto' && { detail }
  return { type: 'picture', mediaType: mediaTypeOf(found[1]!), data: found[2]!, ...asked }
}

export const addressOf = ({ mediaType, data }: PicturePart): string => `data:${mediaType};base64,${data}`
