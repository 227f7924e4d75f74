import { commonErrors } from '../../../platform/contract/errors.ts'
import {
  isBodyOptional,
  isBytes,
  isDataEvents,
  isEvents,
  isRelayed,
  takesIdempotencyKey,
  type Operation,
} from '../../../platform/contract/operation.ts'

/** A JSON schema, reduced to the possible values; a record is a `$ref` to its name. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly deprecated?: boolean
  readonly [limit: string]: unknown
}

/** A refusal with its code, and the fields that it has beside its sentence. */
export interface SnapshotError {
  readonly status: number
  readonly details?: Schema
}

/** The answer of an operation that succeeds. */
export interface SnapshotAnswer {
  readonly json?: Schema
  /** The media type of bytes. */
  readonly bytes?: string
  /** Events by name; events that are named like their action are under `*`. */
  readonly events?: Readonly<Record<string, Schema>>
  readonly resumes?: boolean
}

/** An operation as programs see it. */
export interface SnapshotOperation {
  readonly method: Operation['method']
  readonly path: string
  readonly summary: string
  readonly deprecated?: { readonly since: string; readonly instead: string }
  /** How it can be sent again: as it is, under an `Idempotency-Key`, under a key in its body, or never. */
  readonly replay: 'safe' | 'key' | 'own' | 'never'
  readonly query?: Schema
  readonly body?: Schema
  readonly isBodyOptional?: boolean
  /** The media types of a body of bytes; the first is the usual one. */
  readonly upload?: readonly string[]
  readonly answers: Readonly<Record<string, SnapshotAnswer>>
  readonly errors: Readonly<Record<string, SnapshotError>>
}

/** The contract of a version: requests and answers. */
export interface Snapshot {
  readonly version: string
  readonly operations: Readonly<Record<string, SnapshotOperation>>
  readonly records: Readonly<Record<string, Schema>>
  readonly commonErrors: Readonly<Record<string, SnapshotError>>
}

/** The snapshot of these operations, in the order of their ids. */
export const snapshotOf = (version: string, operations: readonly Operation[]): Snapshot => {
  const records: Record<string, Schema> = {}
  const described = operations.map((one) => [one.id, operationOf(one, records)] as const)
  const common = Object.values(commonErrors).map(({ code, status }) => [code, { status }] as const)
  return {
    version,
    operations: sorted(described),
    records: sorted(Object.entries(records)),
    commonErrors: sorted(common),
  }
}

const sorted = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))

type Records = Record<string, Schema>

const operationOf = (operation: Operation, records: Records): SnapshotOperation => {
  const { method, path, summary, query, body, deprecated } = operation
  const errors = Object.values(operation.errors ?? {}).flatMap(({ code, status, details }) =>
    code === undefined ? [] : [[code, { status, ...(details && { details: reduced(details, records) }) }] as const],
  )
  return {
    method,
    path,
    summary,
    ...(deprecated && { deprecated }),
    replay: replayOf(operation),
    ...(query && { query: reduced(query, records) }),
    ...(body && (isBytes(body) ? { upload: [body.bytes, ...(body.also ?? [])] } : { body: reduced(body, records) })),
    ...(isBodyOptional(operation) && { isBodyOptional: true }),
    answers: Object.fromEntries(
      Object.entries(operation.replies).map(([status, reply]) => [status, answerOf(reply, records)]),
    ),
    errors: sorted(errors),
  }
}

const replayOf = (operation: Operation): SnapshotOperation['replay'] => {
  if (operation.method === 'GET') return 'safe'
  if (operation.replay === 'own-key') return 'own'
  return operation.access.who !== 'public' && takesIdempotencyKey(operation) ? 'key' : 'never'
}

const answerOf = (reply: object, records: Records): SnapshotAnswer => {
  if (isEvents(reply)) {
    const { events, byAction, resumes } = reply
    const named = Object.entries(events).map(([name, data]) => [name, reduced(data, records)] as const)
    const others = byAction ? ([['*', reduced(byAction, records)]] as const) : []
    return { events: Object.fromEntries([...others, ...named]), ...(resumes && { resumes }) }
  }
  if (isDataEvents(reply)) return { events: { message: reduced(reply.dataEvents, records) } }
  if (isRelayed(reply)) return { json: reduced(reply.relayed, records) }
  if (!isBytes(reply)) return { json: reduced(reply, records) }
  const { bytes, orJson } = reply
  return { bytes, ...(orJson && { json: reduced(orJson, records) }) }
}

const wordKeys = new Set(['description', 'examples', 'default', 'title', 'x-kept'])

/** A schema without its words; its records are put among `records`. */
const reduced = (schema: unknown, records: Records): Schema => {
  const { title, type } = schema as { readonly title?: unknown; readonly type?: unknown }
  const shape = partsOf(schema, records) as Schema
  if (typeof title !== 'string' || type !== 'object') return shape
  records[title] = shape
  return { $ref: title }
}

const partsOf = (schema: unknown, records: Records): unknown => {
  if (Array.isArray(schema)) return schema.map((part: unknown) => (isObject(part) ? reduced(part, records) : part))
  return Object.fromEntries(
    Object.entries(schema as object).flatMap(([key, part]: [string, unknown]) => {
      if (wordKeys.has(key)) return []
      if (key === 'properties' || key === 'patternProperties') return [[key, eachOf(part as object, records)]]
      if (key === 'enum' || key === 'required') return [[key, part]]
      return [[key, isObject(part) ? (Array.isArray(part) ? partsOf(part, records) : reduced(part, records)) : part]]
    }),
  )
}

const eachOf = (properties: object, records: Records) =>
  Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, reduced(part, records)]))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
