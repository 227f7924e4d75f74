import type { Kind } from './dialect.ts'
import { doubleQuoted } from './spelling.ts'

/** The kind of a value without a tag, as YAML and JSON have it. */
export const plainKindOf = (value: unknown): Kind => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'bigint') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

// Texts that YAML 1.1 reads as another type, as Psych and SnakeYAML still do.
const reserved = /^(?:y|n|yes|no|on|off|true|false|null|inf|nan|undefined)$/i

const isPlain = (value: string) => /^[A-Za-z_/][\w./@-]*$/.test(value) && !reserved.test(value)

/** Spellings of a text, the present one first: plain, 'single' or "double". */
export const spellYaml = (value: string, present: string): string[] => {
  const spellings = [
    ...(isPlain(value) ? [value] : []),
    ...(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value) ? [] : [`'${value.replaceAll("'", "''")}'`]),
    // A template's insertion cannot be escaped for our quotes.
    ...(value.includes('<%') ? [] : [doubleQuoted(value)]),
  ]
  const quote = /^['"]/.exec(present)?.[0]
  return quote ? spellings.sort((a, b) => Number(b.startsWith(quote)) - Number(a.startsWith(quote))) : spellings
}

export const yamlKey = (name: string): string =>
  /^[A-Za-z_][\w-]*$/.test(name) && !reserved.test(name) ? name : doubleQuoted(name)
