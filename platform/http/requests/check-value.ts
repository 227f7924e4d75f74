import { createHash } from 'node:crypto'
import type { ErrorObject } from 'ajv'
import canonicalize from 'canonicalize'
import type { InvalidField } from '../../contract/errors.ts'
import type { KeptBytes, KeptJson } from '../../contract/kept.ts'
import { allowedWords, patternWords } from '../../contract/pattern-words.ts'
import { faultsMost } from './json.ts'

/** The faults of a schema, at most 100 fields. */
export const fieldsOf = (errors: readonly ErrorObject[] | null | undefined): InvalidField[] =>
  withoutBranches(errors ?? [])
    .slice(0, faultsMost)
    .map(fieldOf)

/** Omits repeated errors of a nullable field. A value with the wrong type for both forms keeps one line. */
const withoutBranches = (errors: readonly ErrorObject[]) => {
  const nullable = new Set(errors.filter(isNotNull).map(({ instancePath }) => instancePath))
  return errors.filter((error) => !nullable.has(error.instancePath) || (!isNotNull(error) && error.keyword !== 'anyOf'))
}

const isNotNull = ({ keyword, params, schemaPath }: ErrorObject) =>
  keyword === 'type' && (params as { type?: unknown }).type === 'null' && schemaPath.includes('/anyOf/')

const fieldOf = ({ instancePath, keyword, message, params }: ErrorObject): InvalidField => {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string }
  const own = missingProperty ?? additionalProperty
  const path = [...instancePath.split('/').slice(1).map(unescapePointer), ...(own ? [own] : [])].join('.')
  if (missingProperty) return { path, message: 'is required', rule: 'required' }
  if (additionalProperty) return { path, message: 'is not a field of this request', rule: 'unknown' }
  return { path, message: sentenceOf(params) ?? message ?? 'is not valid', rule: keyword }
}

interface FaultParameters {
  readonly format?: string
  readonly pattern?: string
  readonly allowedValues?: readonly unknown[]
  readonly allowedValue?: unknown
}

const sentenceOf = ({ format, pattern, allowedValues, allowedValue }: FaultParameters) => {
  if (format === 'email') return 'is not a mail address such as name@example.com'
  if (allowedValues) return allowedWords(allowedValues)
  if (allowedValue !== undefined) return allowedWords([allowedValue])
  return pattern === undefined ? undefined : (patternWords[pattern] ?? 'does not have the form that is expected here')
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

interface KeptSchema {
  readonly 'x-kept'?: 'canonical' | 'bytes'
  readonly properties?: Readonly<Record<string, KeptSchema>>
  readonly items?: KeptSchema
}

const known = new WeakMap<KeptSchema, boolean>()

/** Whether a value of this schema is kept, or holds something that is. */
const isKept = (schema: KeptSchema): boolean => {
  const { 'x-kept': kept, items, properties = {} } = schema
  const found =
    known.get(schema) ?? (kept !== undefined || [...(items ? [items] : []), ...Object.values(properties)].some(isKept))
  known.set(schema, found)
  return found
}

/** A valid body as its handler gets it. */
export const takeBody = (value: unknown, schema: KeptSchema): unknown => {
  if (value === undefined || value === null || !isKept(schema)) return value
  if (schema['x-kept'] === 'canonical') return keepJson(value)
  if (schema['x-kept'] === 'bytes') return keepBytes(value as string)
  const { items, properties = {} } = schema
  if (items) return (value as readonly unknown[]).map((item) => takeBody(item, items))
  const fields = Object.entries(value)
  return Object.fromEntries(fields.map(([name, field]) => [name, takeBody(field, properties[name] ?? {})]))
}

const keepJson = (value: object): KeptJson => {
  const text = new TextEncoder().encode(canonicalize(value))
  const scalars = Object.entries(value).filter(([, field]) => typeof field !== 'object' || field === null)
  return { text, sha256: sha256(text), scalars: Object.fromEntries(scalars) }
}

const keepBytes = (text: string): KeptBytes | undefined => {
  // In memory of their own, which another thread can be given.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text, 'base64'))
  bytes.write(text, 'base64')
  return bytes.toString('base64') === text ? { bytes, sha256: sha256(bytes) } : undefined
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
