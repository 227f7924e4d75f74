import type { Entry } from './dialect.ts'

/** How deep values may be nested in any format. */
export const depthMost = 100

/** How many values a file of any format may have. */
export const entriesMost = 10_000

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** True for a decimal number in the form that all formats have, as JSON writes it. */
export const isNumber = (text: string): boolean => number.test(text)

/** A value of another kind than text keeps its kind if it can. */
export const bareAs = (value: string, { kind }: Pick<Entry, 'kind'>): string[] =>
  (kind === 'number' && isNumber(value)) || (kind === 'boolean' && /^(?:true|false)$/.test(value)) ? [value] : []

/** As JSON, with all that is not printed escaped; YAML and TOML read it alike. */
export const doubleQuoted = (value: string): string =>
  JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const nested = (path: readonly string[], value: string): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
