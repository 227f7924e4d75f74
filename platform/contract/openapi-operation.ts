import { Type, type TSchema } from 'typebox'
import { changesProject, type Access } from './access.ts'
import { isAudited } from './action.ts'
import { commonErrors } from './errors.ts'
import {
  actionPattern,
  isBodyOptional,
  isBytes,
  isDataEvents,
  isEvents,
  isRelayed,
  takesIdempotencyKey,
  type ErrorSpec,
  type Events,
  type Operation,
} from './operation.ts'
import { exampleOf, hoist, wordOf, type Components, type Json } from './openapi-schema.ts'
import { scopeOf } from './scope.ts'
import { AnthropicError, ApiError, JsonRpcError, OAuthError, OpenAiError, ValidationError } from './schema.ts'

const everyOperation = ['invalid', 'rateLimited', 'internal', 'unavailable', 'overloaded'] as const
const everyCaller = ['noWorkspace', 'unauthenticated', 'forbidden', 'absent'] as const
const everyReplayed = ['idempotencyKeyReused', 'idempotencyInProgress'] as const

/** The first part of a path, under which the reference lists its operations. */
export const tagOf = ({ path }: Operation): string => path.split('/')[3]!

/** One operation of the document. */
export const describe = (operation: Operation, components: Components): Json => ({
  operationId: operation.id,
  summary: operation.summary,
  description: descriptionOf(operation),
  ...(operation.deprecated && { deprecated: true }),
  tags: [tagOf(operation)],
  parameters: [...inAddress(operation, components), ...headersOf(operation)],
  ...(operation.access.who === 'public' && { security: [] }),
  ...(operation.body && {
    requestBody: { required: !isBodyOptional(operation), content: contentOf(operation.body, components) },
  }),
  responses: { ...successes(operation, components), ...failures(operation, components) },
  'x-access': operation.access,
  ...(operation.audit && { 'x-audit': operation.audit }),
})

const callers: Readonly<Record<Access['who'], string>> = {
  public: 'For everybody: it needs no key and no session.',
  'signed-in': 'For everybody who signed in, about themselves.',
  participant: 'For the agency and its clients.',
  agency: 'For members, admins and owners of the agency.',
  administrator: 'For admins and owners of the agency.',
}

const descriptionOf = (operation: Operation): string => {
  const { access, workspace, deprecated } = operation
  return [
    ...(deprecated ? [`Deprecated since ${deprecated.since}: ${deprecated.instead}`] : []),
    callers[access.who],
    ...needsOf(access),
    ...(access.session ? ['Needs a session: an API key will not do.'] : scopeWords(operation)),
    ...(workspace === 'path' ? ['Works in the workspace of the path.'] : []),
    ...(isReplayed(operation) ? ['Takes an `Idempotency-Key`.'] : []),
    ...(isAudited(operation) ? [`A success is the audit row \`${operation.audit.action}\`.`] : []),
  ].join(' ')
}

const needsOf = ({ on }: Access): string[] => {
  if (!on) return []
  const named = `the ${on.kind.replaceAll('_', ' ')} that \`${on.id.split('.')[1]!}\` names`
  const without = on.whenMissing ? ' Without it, it is about all that the caller sees.' : ''
  return [on.needs ? `Needs \`${on.needs}\` on the project of ${named}.${without}` : `The caller has to see ${named}.`]
}

const scopeWords = (operation: Operation): string[] =>
  operation.access.who === 'public' ? [] : [`A key needs the scope \`${scopeOf(operation)}\`.`]

const inAddress = ({ path, query, access }: Operation, { words }: Components): Json[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description:
      access.on?.id === `params.${name}` ? `The ${access.on.kind.replaceAll('_', ' ')}.` : describeName(words, name!),
    schema: { type: 'string' },
  })),
  ...Object.entries(propertiesOf(query)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (query as { required?: string[] }).required?.includes(name) ?? false,
    description: (schema as { description?: string }).description ?? describeName(words, name),
    schema,
  })),
]

const describeName = (words: Components['words'], name: string) => wordOf(words, name).description

const headers: Readonly<Record<string, string>> = {
  'X-Organization-Id': 'The workspace. Without it, that of the key, or the active one of the session.',
  'X-Client-Portal': 'The portal that is shown: the id of its workspace, or of a client account in it.',
  'Idempotency-Key':
    'A name for this request, 1 to 255 characters: sent again within a day, it gives the first answer.',
  'Last-Event-ID': 'The id of the last event that you received: the stream continues after it.',
}

const headersOf = (operation: Operation): Json[] =>
  [
    ...(operation.access.who === 'public' ? [] : ['X-Organization-Id']),
    ...(operation.clientPortal ? ['X-Client-Portal'] : []),
    ...(isReplayed(operation) ? ['Idempotency-Key'] : []),
    ...(Object.values(operation.replies).some((reply) => isEvents(reply) && reply.resumes) ? ['Last-Event-ID'] : []),
  ].map((name) => ({ name, in: 'header', description: headers[name], schema: { type: 'string' } }))

const isReplayed = (operation: Operation) => operation.access.who !== 'public' && takesIdempotencyKey(operation)

const propertiesOf = (schema: TSchema | undefined) =>
  schema && 'properties' in schema ? (schema.properties as Json) : {}

const rawBytes = { type: 'string', format: 'binary' }

const contentOf = (body: NonNullable<Operation['body']>, components: Components): Json =>
  isBytes(body)
    ? Object.fromEntries([body.bytes, ...(body.also ?? [])].map((type) => [type, { schema: rawBytes }]))
    : schemaContent(body, components)

const schemaContent = (schema: TSchema, components: Components): Json =>
  jsonContent(hoist(schema, components), exampleOf(schema, components.words))

const jsonContent = (schema: unknown, example: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

const successes = (operation: Operation, components: Components): Json => {
  const { query, replies } = operation
  const headers = 'cursor' in propertiesOf(query) ? linkTo(operation.leadsBack) : undefined
  const declared = Object.entries(replies).map(
    ([status, reply]) => [status, { ...successOf(reply, components), ...(isList(reply) && headers) }] as const,
  )
  return {
    ...Object.fromEntries(declared),
    ...(hasReply(operation, 'isRanged') && { 206: partOfBytes }),
    ...(hasReply(operation, 'isConditional') && { 304: notModified }),
  }
}

const hasReply = ({ replies }: Operation, mark: 'isRanged' | 'isConditional') =>
  Object.values(replies).some((reply) => mark in reply)

const partOfBytes: Json = {
  description: 'The part of the bytes that `Range` names',
  content: { '*/*': { schema: rawBytes } },
}

const isList = (reply: object) => 'type' in reply && reply.type === 'array'

const linkTo = (leadsBack = false): Json => ({
  headers: {
    Link: {
      description: leadsBack
        ? 'The list begins with its newest page, oldest first: the address of the page before, as `rel="prev"`, if there is one.'
        : 'The address of the next page, as `rel="next"`, if there is one.',
      ...(leadsBack && { example: '</v1/api/deployments?cursor=MDE5…>; rel="prev"' }),
      schema: { type: 'string' },
    },
    'Total-Count': {
      description:
        'With `Prefer: count` in the request of the first page: the number of rows, or `1000+` for 1,000 and more. Absent where a list of several pages cannot be counted.',
      schema: { type: 'string' },
    },
  },
})

const notModified: Json = {
  description: 'The sender has these bytes, by what it named in `If-None-Match`',
  content: {},
}

const successOf = (reply: object, components: Components): Json => {
  if (isEvents(reply)) {
    const names = [...(reply.byAction ? ['one for each action'] : []), ...Object.keys(reply.events)]
    const description = `Server-sent events: ${names.join(', ')}`
    return { description, content: eventContent(reply, components) }
  }
  if (isDataEvents(reply)) {
    const content = { 'text/event-stream': { schema: hoist(reply.dataEvents, components) } }
    return { description: 'Server-sent events without names', content }
  }
  if (isRelayed(reply)) {
    const content = {
      ...schemaContent(reply.relayed, components),
      'text/event-stream': { schema: { type: 'string', description: reply.streamed } },
    }
    return { description: 'JSON, or server-sent events where the request asks for a stream', content }
  }
  if (!isBytes(reply)) return { description: 'Success', content: contentOf(reply, components) }
  const { orJson } = reply
  return {
    description: orJson ? 'JSON or raw bytes' : 'Raw bytes',
    content: { ...contentOf(reply, components), ...(orJson && schemaContent(orJson, components)) },
  }
}

const eventContent = ({ events, byAction, resumes }: Events, components: Components): Json => {
  const frameOf = (event: Json, data: TSchema) => ({
    type: 'object',
    required: ['event', 'data'],
    properties: {
      ...(resumes && {
        id: { type: 'string', description: 'Send it as `Last-Event-ID` to continue after this event.' },
      }),
      event: { ...event, description: 'The name of the event.' },
      data: { description: 'What the event says.', ...(hoist(data, components) as Json) },
    },
  })
  const named = Object.entries(events).map(([event, data]) => frameOf({ const: event }, data))
  const oneOf = byAction ? [frameOf({ type: 'string', pattern: actionPattern }, byAction), ...named] : named
  return { 'text/event-stream': { schema: { oneOf } } }
}

const hasPathParameter = ({ path }: Operation) => path.includes('{')

const failures = (operation: Operation, components: Components): Json => {
  const common = [
    ...everyOperation,
    ...(operation.access.who === 'public' ? [] : everyCaller),
    // A public answer may be absent too: no resource belongs to a value in the path.
    ...(operation.access.who === 'public' && hasPathParameter(operation) ? (['absent'] as const) : []),
    ...(hasPathParameter(operation) || operation.query ? (['uriTooLong'] as const) : []),
    ...(operation.body ? (['tooLarge', 'unsupported'] as const) : []),
    ...(hasReply(operation, 'isRanged') ? (['rangeUnsatisfiable'] as const) : []),
    ...(isReplayed(operation) ? everyReplayed : []),
    ...(changesProject(operation.method, operation.access) ? (['projectArchived'] as const) : []),
  ]
  const specs = [...common.map((name) => commonErrors[name] as ErrorSpec), ...Object.values(operation.errors ?? {})]
  const byStatus = [...Map.groupBy(specs, ({ status }) => status)]
  const others = Object.fromEntries(
    byStatus.map(([status, same]) => [status, failure(operation, status, same, components)]),
  )
  return { ...(operation.access.who !== 'public' && { 409: noConflict(operation, components) }), ...others }
}

/** The specification lists 409 for every operation; clients that are generated from the document know it so. */
const noConflict = ({ errorShape }: Operation, components: Components): Json => ({
  description: 'A conflict with another change. This version has no such conflict for this operation.',
  content: schemaContent(errorShape ? providerErrors[errorShape] : ApiError, components),
})

const failure = ({ errorShape }: Operation, status: number, specs: readonly ErrorSpec[], components: Components) => {
  const own = status === 400 ? ValidationError : ApiError
  const shape = hoist(errorShape ? providerErrors[errorShape] : own, components)
  const details = specs.flatMap((spec) => (spec.details ? [hoist(spec.details, components)] : []))
  const isPassing = specs.some(({ retryAfterSeconds }) => retryAfterSeconds !== undefined) || status === 429
  return {
    description: specs.map(({ code, message }) => (code ? `\`${code}\`: ${message}` : message)).join('\n\n'),
    ...(isPassing && { headers: { 'Retry-After': retryAfter } }),
    content: jsonContent(
      details.length > 0 ? { allOf: [shape, { anyOf: [...details, {}] }] } : shape,
      errorShape ? exampleOf(providerErrors[errorShape], components.words) : errorExample(specs),
    ),
  }
}

const providerErrors = {
  openai: OpenAiError,
  anthropic: AnthropicError,
  jsonrpc: JsonRpcError,
  oauth: OAuthError,
  text: Type.String(),
}

const retryAfter = {
  description: 'Seconds after which a retry may succeed. Absent for an error that a person has to fix.',
  schema: { type: 'integer' },
}

const errorExample = ([first]: readonly ErrorSpec[]): Json => ({
  error: first?.message,
  ...(first?.code && { code: first.code }),
  requestId: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11',
})
