import type { ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { InvalidField } from '../../contract/errors.ts'
import { openAjv } from '../../validation/ajv.ts'
import { fieldsOf, takeBody } from './check-value.ts'
import { faultsMost, textFaults } from './json.ts'
import { once, serializerOf, type KeptReply } from '../replies/serialize.ts'
import { JudgedBody } from './large-json.ts'
import { normalizeTexts } from './normalize-texts.ts'

// Each compiles a schema once for all servers of the process.
const bodies = openAjv({ coerceTypes: false })
// Where Ajv is strict about numbers it makes `1e400` infinite and then holds it against no bound.
const queries = openAjv({ coerceTypes: true, useDefaults: true, strictNumbers: false })

/**
 * Compiles schemas at their first use, so that a start does not pay for operations that are not called.
 * Bodies are taken as they are; query strings, which are all text, are coerced to their types.
 */
export const compileSchemas = (server: FastifyInstance): void => {
  server.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'body' ? bodyValidator(schema as TSchema) : queryValidator(schema as TSchema),
  )
  server.setSerializerCompiler(({ schema }) => serializerOf(schema as KeptReply))
  server.addHook('preValidation', async (request) => {
    const query = request.routeOptions.config.operation?.query
    if (query) mendQuery(request, query)
  })
}

const bodyValidator = (schema: TSchema) => {
  const validate = once(() => bodies.compile(schema))
  return (value: unknown) => {
    if (value instanceof JudgedBody)
      return value.fields.length > 0 ? { error: new Invalid(value.fields) } : { value: value.value }
    const spelled = normalizeTexts(value, schema)
    return validate()(spelled)
      ? { value: takeBody(spelled, schema) }
      : { error: new Invalid(fieldsOf(validate().errors)) }
  }
}

const queryValidator = (schema: TSchema) => {
  const validate = once(() => queries.compile(schema))
  return (given: unknown) => {
    const value = normalizeTexts(given, schema)
    const odd = oddTexts(value as object, schema)
    const fields = validate()(value) ? odd : [...odd, ...fieldsOf(validate().errors)]
    return fields.length > 0 ? { error: new Invalid(fields) } : { value }
  }
}

/** The faults of a request against its schema, field by field; of many faults, the first. */
export class Invalid extends Error {
  readonly fields: readonly InvalidField[]

  constructor(fields: readonly InvalidField[]) {
    super('The request does not fit its schema')
    this.fields = fields.slice(0, faultsMost)
  }
}

interface LenientSchema {
  readonly 'x-bad-value'?: 'ignored' | 'clamped'
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

interface Properties {
  readonly properties?: Readonly<Record<string, LenientSchema>>
}

/** Parameters of the operation whose text the database cannot take. */
const oddTexts = (query: object, { properties = {} }: Properties) =>
  Object.entries(query).flatMap(([name, value]) =>
    name in properties && typeof value === 'string' ? textFaults(value, name) : [],
  )

const validators = new WeakMap<object, ValidateFunction>()

/** A parameter that the specification is lenient about is dropped or moved into its range; a repeated one counts once. */
const mendQuery = (request: FastifyRequest, schema: TSchema) => {
  const query = request.query as Record<string, unknown>
  for (const [name, rule] of Object.entries((schema as Properties).properties ?? {})) {
    if (Array.isArray(query[name])) query[name] = query[name].at(-1)
    if (query[name] === undefined || !rule['x-bad-value']) continue
    if (rule['x-bad-value'] === 'clamped') query[name] = clamp(query[name], rule)
    else if (!isValid(query[name], rule)) query[name] = undefined
  }
}

const clamp = (value: unknown, { minimum = 0, maximum = Infinity, default: byDefault }: LenientSchema) => {
  const number = Number.parseInt(String(value), 10)
  return Number.isNaN(number) ? byDefault : Math.min(maximum, Math.max(minimum, number))
}

const isValid = (value: unknown, rule: object) => {
  if (typeof value === 'string' && textFaults(value, '').length > 0) return false
  const validate = validators.get(rule) ?? queries.compile({ ...rule })
  validators.set(rule, validate)
  return validate(value)
}
