import { withoutEscapes } from './escapes.ts'

// Shorter ones are no secrets, but words such as `ollama` that endpoints without keys are given.
export const secretFromChars = 16

/** What a key looks like in a layer of a text. */
export interface KeyForms {
  readonly plain: readonly string[]
  /** In the usual alphabet and one line: they may stand in the other one and in many. */
  readonly base64: readonly string[]
}

const known = new Map<string, KeyForms & { readonly pattern: RegExp }>()

const formsWithPattern = (apiKey: string) => {
  const found = known.get(apiKey)
  if (found) return found
  const bare = withoutEscapes(apiKey)
  const plain = [apiKey, ...(bare.length >= secretFromChars && bare !== apiKey ? [bare] : [])]
  const encoded = [apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey.toWellFormed())]
  const base64 = [...new Set(encoded.flatMap(base64Forms))]
  const written = base64.map((form) => Array.from(form, (one) => otherAlphabet[one] ?? one).join('[\\r\\n]*'))
  const pattern = new RegExp([...plain.map((form) => RegExp.escape(form)), ...written].join('|'), 'g')
  const forms = { plain, base64, pattern }
  known.set(apiKey, forms)
  return forms
}

export const formsOf = (apiKey: string): KeyForms => formsWithPattern(apiKey)

/** All forms of a key as one expression. */
export const patternOf = (apiKey: string): RegExp => formsWithPattern(apiKey).pattern

const base64FromChars = 4

/**
 * What base64 makes of a text wherever in it the text begins: the characters that it alone decides. Four bits of it at
 * most are left at either end.
 */
const base64Forms = (text: string): string[] =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    const characters = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
    return characters.length < base64FromChars ? [] : [characters]
  })

const otherAlphabet: Readonly<Record<string, string>> = { '+': '[+\\-]', '/': '[/_]' }
