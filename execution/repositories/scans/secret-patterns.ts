import { providerRules } from './provider-rules.ts'

/** A secret, and its beginning. */
export interface Match {
  readonly rule: string
  readonly start: number
  readonly text: string
}

/** The text in the place of a secret. */
export const hidden = '••••'

const secretName = 'secret|token|passw(?:or)?d|api[_-]?key|private[_-]?key|access[_-]?key|credentials?'
const quoted = new RegExp(
  `(?:${secretName})[\\w.-]{0,20}["']?[ \\t]{0,9}(?::|=>?|:=)[ \\t]{0,9}["'\`]([\\w+/=.~-]{20,200})["'\`]`,
  'gi',
)
const bare = new RegExp(
  `^[\\w.-]{0,40}(?:${secretName})[\\w.-]{0,20}[ \\t]{0,9}[=:][ \\t]{0,9}([\\w+/=.~-]{20,200})[ \\t\\r]*$`,
  'gim',
)

export const patternMatches = (content: string): Match[] =>
  Object.entries(providerRules).flatMap(([rule, pattern]) =>
    [...content.matchAll(pattern)].map((match) => ({ rule, start: match.index, text: match[0] })),
  )

export const randomValues = (content: string): Match[] =>
  [quoted, bare]
    .flatMap((pattern) => [...content.matchAll(pattern)])
    .filter((match) => looksRandom(match[1]!))
    .map((match) => ({ rule: 'random-value', start: match.index + match[0].indexOf(match[1]!), text: match[1]! }))

const placeholder = /example|sample|placeholder|change-?me|dummy|your|insert|xxxx|fake|test|1234|abcd|localhost/i

/** Random text has digits among its letters and nearly as many different characters as it could. */
export const looksRandom = (value: string): boolean => {
  if (placeholder.test(value)) return false
  if (!/[a-z]/i.test(value) || (value.match(/\d/g) ?? []).length < 3) return false
  // A variable that will hold the value.
  if (/^(?:process\.env|import\.meta\.env|os\.environ|env|secrets|vars|config)\./i.test(value)) return false
  // Words, numbers and versions that are joined by dots, dashes or slashes.
  if (/^[a-z]{0,20}\d{0,6}(?:[-_./=~+][a-z]{0,20}\d{0,6})+$/i.test(value)) return false
  return bitsPerCharacter(value) >= (/^[0-9a-f]+$/i.test(value) ? 3 : 3.6)
}

const bitsPerCharacter = (value: string) => {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
