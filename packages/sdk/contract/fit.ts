import type { Schema, Snapshot } from './snapshot.ts'

type Records = Snapshot['records']

/** A schema with the records of its version. */
export interface Versioned {
  readonly schema: Schema
  readonly records: Records
}

/**
 * `request`: values that a program sends to the server; every value has to be accepted. `answer`: values that a program
 * reads; the program ignores fields and words that it does not know, and limits of values are nothing to it.
 */
export type Direction = 'request' | 'answer'

/** Why a value of `from` may not fit `to`, by place. A field that the older one marks as deprecated may go. */
export const misfits = (from: Versioned, to: Versioned, direction: Direction): string[] =>
  compare({ from: from.records, to: to.records, direction, seen: new Set() }, from.schema, to.schema, '')

interface Comparison {
  readonly from: Records
  readonly to: Records
  readonly direction: Direction
  /** Pairs of records that are being compared: a record that holds itself is compared once. */
  readonly seen: ReadonlySet<string>
}

const compare = (at: Comparison, from: Schema, to: Schema, place: string): string[] => {
  const pair = `${from.$ref ?? ''} ${to.$ref ?? ''}`
  if (from.$ref !== undefined && to.$ref !== undefined && at.seen.has(pair)) return []
  const inner = { ...at, seen: new Set([...at.seen, pair]) }
  const a = resolved(from, at.from)
  const b = resolved(to, at.to)
  if (isAnything(b)) return []
  const choices = choicesOf(a)
  if (choices) return choices.flatMap((choice) => compare(inner, choice, b, place))
  const options = choicesOf(b)
  if (!options) return plainMisfits(inner, a, b, place)
  const tried = options.map((option) => compare(inner, a, option, place))
  return tried.some((found) => found.length === 0) ? [] : nearest(tried)
}

/** Among several choices that do not fit, the choice with the fewest reasons is the most useful. */
const nearest = (tried: readonly string[][]) => tried.toSorted((a, b) => a.length - b.length)[0]!

const resolved = (schema: Schema, records: Records): Schema =>
  schema.$ref === undefined ? schema : resolved(records[schema.$ref] ?? {}, records)

const isAnything = ({ type, anyOf, enum: words, ...rest }: Schema) =>
  type === undefined && !anyOf && !words && !('const' in rest)

/** The values or schemas that a value is one of; each is a schema of its own. */
const choicesOf = (schema: Schema): readonly Schema[] | undefined => {
  const { anyOf, enum: words, ...rest } = schema
  return anyOf ?? words?.map((word) => ({ ...rest, const: word }))
}

const plainMisfits = (at: Comparison, from: Schema, to: Schema, place: string): string[] => {
  if ('const' in to) return constMisfits(at, from, to, place)
  if ('const' in from) return valueMisfits(at, from, to, place)
  if (from.type !== to.type && !(from.type === 'integer' && to.type === 'number')) {
    return [`${place || 'it'} is ${from.type ?? 'anything'} and not ${to.type}`]
  }
  const limits = at.direction === 'request' ? limitMisfits(from, to, place) : []
  if (from.type === 'array') return [...limits, ...compare(at, from.items ?? {}, to.items ?? {}, `${place}[]`)]
  return from.type === 'object' ? [...limits, ...objectMisfits(at, from, to, place)] : limits
}

/** One value, and the expected value. An answer may have other words of the same type than before. */
const constMisfits = (at: Comparison, from: Schema, to: Schema, place: string): string[] => {
  if ('const' in from && from.const === to.const) return []
  const isWord = typeof to.const === 'string' && (typeof from.const === 'string' || from.type === 'string')
  if (at.direction === 'answer' && isWord) return []
  return [`${place || 'it'} may be ${'const' in from ? JSON.stringify(from.const) : 'another value'}`]
}

const valueMisfits = ({ direction }: Comparison, from: Schema, to: Schema, place: string): string[] => {
  const type = from.const === null ? 'null' : typeof from.const
  const isOfType = to.type === type || (type === 'number' && to.type === 'integer' && Number.isInteger(from.const))
  const isTaken = isOfType && (direction === 'answer' || isWithin(from.const, to))
  return isTaken ? [] : [`${place || 'it'} may be ${JSON.stringify(from.const)}`]
}

/** Whether one value keeps the limits; limits that are not checked here count as not kept. */
const isWithin = (value: unknown, to: Schema): boolean => {
  if (to['x-bad-value'] !== undefined) return true
  const { minimum, maximum, minLength, maxLength, pattern, format } = to
  const size = typeof value === 'string' ? Array.from(value).length : Number(value)
  const [least, most] = typeof value === 'string' ? [minLength, maxLength] : [minimum, maximum]
  const isOfForm = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(String(value))
  return !(size < Number(least ?? -Infinity)) && !(size > Number(most ?? Infinity)) && isOfForm && format === undefined
}

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const exact = ['pattern', 'format', 'contentEncoding', 'multipleOf', 'uniqueItems']

/** A value that the server moves into its range, or ignores, is never refused. */
const limitMisfits = (from: Schema, to: Schema, place: string): string[] => {
  if (to['x-bad-value'] !== undefined) return []
  const narrower = (name: string, isNarrower: (before: number, now: number) => boolean) => {
    const now = to[name]
    if (typeof now !== 'number') return false
    return typeof from[name] !== 'number' || isNarrower(from[name], now)
  }
  const names = [
    ...lowest.filter((name) => narrower(name, (before, now) => now > before)),
    ...highest.filter((name) => narrower(name, (before, now) => now < before)),
    ...exact.filter((name) => to[name] !== undefined && to[name] !== false && to[name] !== from[name]),
  ]
  return names.map((name) => `${place || 'it'} has a narrower ${name}`)
}

const objectMisfits = (at: Comparison, from: Schema, to: Schema, place: string): string[] => {
  const isRequest = at.direction === 'request'
  const before = isRequest ? from : to
  const mayGo = (name: string) => before.properties?.[name]?.deprecated === true
  const within = (name: string) => (place ? `${place}.${name}` : name)
  const missing = (to.required ?? [])
    .filter((name) => !(from.required ?? []).includes(name) && !mayGo(name))
    .map((name) => `${within(name)} ${isRequest ? 'is required' : 'is missing or optional'}`)
  const own = Object.entries(from.properties ?? {}).flatMap(([name, schema]) => {
    const other = to.properties?.[name] ?? valueOf(to)
    if (other) return mayGo(name) ? [] : compare(at, schema, other, within(name))
    return isRequest && !mayGo(name) ? [`${within(name)} is no field any more`] : []
  })
  const optional = Object.keys(to.properties ?? {}).filter(
    (name) =>
      !isRequest && !mayGo(name) && !(to.required ?? []).includes(name) && !from.properties?.[name] && !valueOf(from),
  )
  const gone = optional.map((name) => `${within(name)} is missing`)
  return [...missing, ...own, ...gone, ...othersMisfit(at, from, to, place)]
}

/** Fields whose names the caller chooses. */
const othersMisfit = (at: Comparison, from: Schema, to: Schema, place: string): string[] => {
  const [value, other] = [from, to].map(valueOf)
  if (value && other) return compare(at, value, other, `${place}.*`)
  const tookOthers = value !== undefined || isOpen(from)
  const takesOthers = other !== undefined || isOpen(to)
  return at.direction === 'request' && tookOthers && !takesOthers ? [`${place || 'it'} takes no other fields`] : []
}

const valueOf = ({ patternProperties, additionalProperties }: Schema): Schema | undefined =>
  Object.values(patternProperties ?? {})[0] ??
  (typeof additionalProperties === 'object' ? additionalProperties : undefined)

const isOpen = ({ additionalProperties, patternProperties, properties }: Schema) =>
  additionalProperties !== false && !patternProperties && properties === undefined
