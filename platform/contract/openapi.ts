import type { TSchema } from 'typebox'
import { commonErrors } from './errors.ts'
import { takesIdempotencyKey, type ErrorSpec, type Operation } from './operation.ts'
import { ApiError, ValidationError } from './schema.ts'

type Json = Record<string, unknown>

const everyOperation = ['invalid', 'rateLimited', 'internal', 'unavailable'] as const
const everyCaller = ['noWorkspace', 'unauthenticated', 'forbidden', 'absent'] as const
const everyReplayed = ['idempotencyKeyReused', 'idempotencyInProgress'] as const

/** The OpenAPI 3.1 document of these operations: what is served is what is declared. */
export const openApiDocument = (operations: readonly Operation[]): Json => {
  const components: Json = {}
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = describe(operation, components)
  }
  hoist(ApiError, components)
  hoist(ValidationError, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version: '1.0.0',
      description: "Runs a software agency's delivery: projects, cycles, approvals, and the proof of each step.",
    },
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, as model clients send it' },
        session: { type: 'apiKey', in: 'cookie', name: 'atelier.session_token' },
      },
    },
    security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
  }
}

const describe = (operation: Operation, components: Json): Json => ({
  operationId: operation.id,
  summary: operation.summary,
  tags: [operation.path.split('/')[3]],
  parameters: parametersOf(operation),
  ...(operation.access.who === 'public' && { security: [] }),
  ...(operation.body && { requestBody: { required: true, content: contentOf(operation.body, components) } }),
  responses: { ...successes(operation, components), ...failures(operation, components) },
  'x-access': operation.access,
  ...('audit' in operation && operation.audit && { 'x-audit': operation.audit }),
})

const parametersOf = (operation: Operation): Json[] => [
  ...inAddress(operation),
  ...headersOf(operation).map((name) => ({ name, in: 'header', schema: { type: 'string' } })),
]

const inAddress = ({ path, query }: Operation): Json[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...Object.entries(propertiesOf(query)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (query as { required?: string[] }).required?.includes(name) ?? false,
    schema,
  })),
]

const headersOf = (operation: Operation): string[] => [
  ...(operation.access.who === 'public' ? [] : ['X-Organization-Id']),
  ...(operation.clientPortal ? ['X-Client-Portal'] : []),
  ...(isReplayed(operation) ? ['Idempotency-Key'] : []),
]

const isReplayed = (operation: Operation) => operation.access.who !== 'public' && takesIdempotencyKey(operation)

const propertiesOf = (schema: TSchema | undefined) =>
  schema && 'properties' in schema ? (schema.properties as Json) : {}

const contentOf = (body: NonNullable<Operation['body']>, components: Json): Json =>
  'bytes' in body
    ? { [body.bytes]: { schema: { type: 'string', format: 'binary' } } }
    : jsonContent(hoist(body, components), exampleOf(body))

const jsonContent = (schema: unknown, example: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

const successes = ({ replies }: Operation, components: Json): Json =>
  Object.fromEntries(
    Object.entries(replies).map(([status, reply]) => {
      if ('bytes' in reply) return [status, { description: 'Raw bytes', content: contentOf(reply, components) }]
      if ('events' in reply)
        return [status, { description: frameSentence(reply), content: eventContent(reply, components) }]
      return [status, { description: 'Success', content: jsonContent(hoist(reply, components), exampleOf(reply)) }]
    }),
  )

const frameSentence = ({ events }: { events: Readonly<Record<string, TSchema>> }) =>
  `Server-sent events: ${Object.keys(events).join(', ')}`

const eventContent = ({ events }: { events: Readonly<Record<string, TSchema>> }, components: Json): Json => ({
  'text/event-stream': {
    schema: {
      oneOf: Object.entries(events).map(([event, data]) => ({
        type: 'object',
        required: ['event', 'data'],
        properties: { id: { type: 'string' }, event: { const: event }, data: hoist(data, components) },
      })),
    },
  },
})

const failures = (operation: Operation, components: Json): Json => {
  const common = [
    ...everyOperation,
    ...(operation.access.who === 'public' ? [] : everyCaller),
    ...bodyErrors(operation),
    ...(isReplayed(operation) ? everyReplayed : []),
  ]
  const specs: ErrorSpec[] = [
    ...common.map((name) => commonErrors[name] as ErrorSpec),
    ...Object.values(operation.errors ?? {}),
  ]
  const byStatus = Map.groupBy(specs, ({ status }) => status)
  return Object.fromEntries([...byStatus].map(([status, same]) => [String(status), failure(status, same, components)]))
}

const bodyErrors = (operation: Operation) => (operation.body ? (['tooLarge', 'unsupported'] as const) : [])

const failure = (status: number, specs: readonly ErrorSpec[], components: Json): Json => {
  const shape = hoist(status === 400 ? ValidationError : ApiError, components)
  const details = specs.flatMap((spec) => (spec.details ? [hoist(spec.details, components)] : []))
  return {
    description: specs.map(({ code, message }) => (code ? `\`${code}\`: ${message}` : message)).join('\n\n'),
    content: jsonContent(details.length > 0 ? { allOf: [shape, { anyOf: [...details, {}] }] } : shape, {
      error: specs[0]?.message,
      ...(specs[0]?.code && { code: specs[0].code }),
      requestId: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11',
    }),
  }
}

/** Moves every record with a title among the components and leaves a reference in its place. */
const hoist = (schema: unknown, components: Json): unknown => {
  if (Array.isArray(schema)) return schema.map((part) => hoist(part, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, ...rest } = schema as Json & { title?: unknown }
  const shape = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, hoist(part, components)]))
  if (typeof title !== 'string' || rest.type !== 'object') return title === undefined ? shape : { title, ...shape }
  components[title] = shape
  return { $ref: `#/components/schemas/${title}` }
}

const textExamples: Readonly<Record<string, string>> = { uri: 'https://example.com', email: 'someone@example.com' }

const exampleOf = (schema: TSchema): unknown => {
  const {
    examples,
    type,
    properties,
    items,
    enum: words,
    anyOf,
    format,
    minimum,
    const: only,
  } = schema as Json & {
    examples?: unknown[]
    properties?: Record<string, TSchema>
    items?: TSchema
    enum?: unknown[]
    anyOf?: TSchema[]
  }
  if (examples) return examples[0]
  if (only !== undefined) return only
  if (words) return words[0]
  if (anyOf) return exampleOf(anyOf[0]!)
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, part]) => [key, exampleOf(part)]))
  if (type === 'array') return items ? [exampleOf(items)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'string') return textExamples[format as string] ?? 'text'
  return undefined
}
