import { createHash } from 'node:crypto'
import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import canonicalize from 'canonicalize'
import type { TSchema } from 'typebox'
import type { InvalidField } from '../contract/errors.ts'
import { isMailAddress } from '../contract/email.ts'
import type { KeptJson } from '../contract/kept.ts'
import { namePattern } from '../contract/schema.ts'
import { faultsMost } from './json.ts'

/** Ajv as requests are judged: every fault is told, and unknown fields are faults where the schema says so. */
export const openAjv = (options: object): Ajv => {
  const instance = new Ajv({ allErrors: true, removeAdditional: false, strict: false, strictNumbers: true, ...options })
  ;(formats as unknown as (ajv: Ajv) => void)(instance)
  instance.addFormat('email', isMailAddress)
  return instance
}

/** What a schema found wrong, at most 100 fields. */
export const fieldsOf = (errors: readonly ErrorObject[] | null | undefined): InvalidField[] =>
  (errors ?? []).slice(0, faultsMost).map(fieldOf)

const fieldOf = ({ instancePath, keyword, message, params }: ErrorObject): InvalidField => {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string }
  const own = missingProperty ?? additionalProperty
  const path = [...instancePath.split('/').slice(1).map(unescapePointer), ...(own ? [own] : [])].join('.')
  if (missingProperty) return { path, message: 'is required', rule: 'required' }
  if (additionalProperty) return { path, message: 'is not a field of this request', rule: 'unknown' }
  return { path, message: sentenceOf(params) ?? message ?? 'is not valid', rule: keyword }
}

const sentenceOf = ({ format, pattern }: { readonly format?: string; readonly pattern?: string }) => {
  if (format === 'email') return 'is not a mail address such as name@example.com'
  return pattern === namePattern ? 'must be one line without invisible characters' : undefined
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** The fields of a schema that its handler gets as `KeptJson`. */
const keptNames = (schema: TSchema): readonly string[] => {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { 'x-kept'?: unknown }>> }
  return Object.keys(properties).filter((name) => properties[name]!['x-kept'] === 'canonical')
}

/** A valid body as its handler gets it. */
export const takeBody = (body: unknown, schema: TSchema): unknown => {
  const fields = body as Readonly<Record<string, object>>
  const taken = keptNames(schema).flatMap((name) => (fields[name] ? [[name, keep(fields[name])]] : []))
  return taken.length === 0 ? body : { ...fields, ...Object.fromEntries(taken) }
}

const keep = (value: object): KeptJson => {
  const text = new TextEncoder().encode(canonicalize(value))
  const scalars = Object.entries(value).filter(([, field]) => typeof field !== 'object' || field === null)
  return {
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    scalars: Object.fromEntries(scalars),
  }
}
