import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { InvalidField } from '../contract/handler.ts'
import { faultsMost, textFaults } from './json.ts'

/**
 * Compiles schemas at their first use, so that a start does not pay for operations nobody calls.
 * Bodies are taken as they are; query strings, which are all text, are coerced to their types.
 */
export const compileSchemas = (server: FastifyInstance): void => {
  const bodies = ajv({ coerceTypes: false })
  // Where Ajv is strict about numbers it makes `1e400` infinite and then holds it against no bound.
  const queries = ajv({ coerceTypes: true, useDefaults: true, strictNumbers: false })
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = once(() => (httpPart === 'body' ? bodies : queries).compile(schema as TSchema))
    return (value: unknown) => {
      const odd = httpPart === 'body' ? [] : oddTexts(value as object, schema as Properties)
      const fields = validate()(value) ? odd : [...odd, ...(validate().errors ?? []).slice(0, faultsMost).map(fieldOf)]
      return fields.length > 0 ? { error: new Invalid(fields) } : { value }
    }
  })
  server.setSerializerCompiler(({ schema }) => {
    const stringify = once(() => fastJson(schema as never))
    return (value: unknown) => stringify()(value as never) as string
  })
  server.addHook('preValidation', async (request) => {
    const query = request.routeOptions.config.operation?.query
    if (query) mendQuery(request, query, queries)
  })
}

const ajv = (options: object) => {
  const instance = new Ajv({ allErrors: true, removeAdditional: false, strict: false, strictNumbers: true, ...options })
  ;(formats as unknown as (ajv: Ajv) => void)(instance)
  return instance
}

const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

/** What a schema found wrong, every field of it. */
export class Invalid extends Error {
  readonly fields: readonly InvalidField[]

  constructor(fields: readonly InvalidField[]) {
    super('The request does not fit its schema')
    this.fields = fields.slice(0, faultsMost)
  }
}

const fieldOf = ({ instancePath, keyword, message, params }: ErrorObject): InvalidField => {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string }
  const own = missingProperty ?? additionalProperty
  const path = [...instancePath.split('/').slice(1).map(unescapePointer), ...(own ? [own] : [])].join('.')
  if (missingProperty) return { path, message: 'is required', rule: 'required' }
  if (additionalProperty) return { path, message: 'is not a field of this request', rule: 'unknown' }
  return { path, message: message ?? 'is not valid', rule: keyword }
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

interface Lenient {
  readonly 'x-bad-value'?: 'ignored' | 'clamped'
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

interface Properties {
  readonly properties?: Readonly<Record<string, Lenient>>
}

/** Parameters of the operation whose text the database cannot take. */
const oddTexts = (query: object, { properties = {} }: Properties) =>
  Object.entries(query).flatMap(([name, value]) =>
    name in properties && typeof value === 'string' ? textFaults(value, name) : [],
  )

const validators = new WeakMap<object, ValidateFunction>()

/** A parameter that the specification is lenient about is dropped or moved into its range; a repeated one counts once. */
const mendQuery = (request: FastifyRequest, schema: TSchema, queries: Ajv) => {
  const query = request.query as Record<string, unknown>
  for (const [name, rule] of Object.entries((schema as Properties).properties ?? {})) {
    if (Array.isArray(query[name])) query[name] = query[name].at(-1)
    if (query[name] === undefined || !rule['x-bad-value']) continue
    if (rule['x-bad-value'] === 'clamped') query[name] = clamp(query[name], rule)
    else if (!isValid(query[name], rule, queries)) query[name] = undefined
  }
}

const clamp = (value: unknown, { minimum = 0, maximum = Infinity, default: byDefault }: Lenient) => {
  const number = Number.parseInt(String(value), 10)
  return Number.isNaN(number) ? byDefault : Math.min(maximum, Math.max(minimum, number))
}

const isValid = (value: unknown, rule: object, queries: Ajv) => {
  if (typeof value === 'string' && textFaults(value, '').length > 0) return false
  const validate = validators.get(rule) ?? queries.compile({ ...rule })
  validators.set(rule, validate)
  return validate(value)
}
