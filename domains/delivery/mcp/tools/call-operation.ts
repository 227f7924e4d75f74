import { Type } from 'typebox'
import { takesIdempotencyKey, type Operation } from '../../../../platform/contract/index.ts'
import { replyOf } from '../marked-data.ts'
import { nearestOperations } from './search-operations.ts'
import { fieldsForPeople, isForPeople, pageOf, pageAddress } from '../for-people.ts'
import { failure, tool, wrongFields, type ToolContext, type ToolReply } from '../tool.ts'
import { isBytes, isEvents } from '../../../../platform/contract/operation.ts'
import { outgoing, type UntypedInput } from '../../../../platform/client/index.ts'

// A schema of a record is longer, and each model would read it.
const Fields = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' })

export const callOperation = tool({
  name: 'call_operation',
  description:
    'Call an operation by its id, as the owner of the key. Some are for people: their answer is a link to show the user.',
  properties: {
    operation: Type.String({ maxLength: 100 }),
    params: Type.Optional(Fields),
    query: Type.Optional(Fields),
    body: Type.Optional(Type.Unknown()),
    idempotencyKey: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  },
  isReadOnly: false,
  run: async (input, context) => {
    const operation = context.operations.find(({ id }) => id === input.operation)
    if (!operation) return unknownOperation(input.operation, context)
    const { params = {}, query = {}, body, idempotencyKey } = input
    const pageParams = typeof body === 'object' && body !== null ? { ...body, ...params } : params
    const link = context.linkTo(pageAddress(pageOf(operation), pageParams))
    const { id, summary } = operation
    if (isForPeople(operation))
      return failure(
        `${id} is for a person and was not called (${summary}). Show the user this page, where they do it: ${link}`,
      )
    const fields = fieldsForPeople(operation, body).map((field) => `body.${field}`)
    if (fields.length > 0)
      return failure(
        `${id} was not called: ${fields.join(', ')} is for a person. Leave it out, and show the user this page, where they set it: ${link}`,
      )
    const wrong = wrongIn(operation, { params, query, body, idempotencyKey })
    if (wrong.length > 0) return wrongFields(wrong)
    const sent = { params: params as Record<string, string>, query: query as Record<string, string>, body }
    if (operation.reach === 'transfer') return failure(transferText(operation, sent, context.linkTo('')))
    return replyOf(await context.api.call(operation, sent, idempotencyKey))
  },
})

const unknownOperation = (id: string, { operations }: ToolContext): ToolReply => {
  const nearest = nearestOperations(operations, id, 5).map((one) => one.id)
  const help = nearest.length > 0 ? `Near it: ${nearest.join(', ')}.` : 'Use search_operations.'
  return failure(`operation: there is no operation “${id}”. ${help}`)
}

interface Input {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly idempotencyKey: string | undefined
}

/** The fields that the operation does not know, or that would change its address. Its schemas judge the rest. */
const wrongIn = (operation: Operation, { params, query, body, idempotencyKey }: Input): readonly string[] => [
  ...wrongParams(operation, params),
  ...wrongQuery(operation, query),
  ...(body !== undefined && !operation.body ? ['body: this operation takes no body'] : []),
  ...(body === undefined && isBodyNeeded(operation) ? ['body: is required'] : []),
  ...(idempotencyKey !== undefined && !takesIdempotencyKey(operation)
    ? ['idempotencyKey: this operation takes none']
    : []),
  // It becomes a header of the call.
  ...(idempotencyKey !== undefined && !/^[!-~]([ -~]*[!-~])?$/.test(idempotencyKey)
    ? ['idempotencyKey: write letters, digits and signs of ASCII, without a space at an end']
    : []),
]

const isBodyNeeded = ({ body }: Operation) =>
  body !== undefined && !('bytes' in body) && ((body as { required?: readonly string[] }).required ?? []).length > 0

const wrongParams = ({ path }: Operation, params: Input['params']) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return [
    ...names.flatMap((name) => wrongParam(name, params[name])),
    ...Object.keys(params)
      .filter((name) => !names.includes(name))
      .map((name) => `params.${name}: is not a parameter of this operation`),
  ]
}

const wrongParam = (name: string, value: unknown) => {
  if (value === undefined) return [`params.${name}: is required`]
  if (typeof value !== 'string' || value === '') return [`params.${name}: must be a text`]
  // An address with such a part would be that of another operation.
  return /^\.\.?$/.test(value) ? [`params.${name}: must not be “${value}”`] : []
}

const wrongQuery = ({ query: declared }: Operation, query: Input['query']) => {
  const { properties = {} } = (declared ?? {}) as { readonly properties?: object }
  return Object.entries(query).flatMap(([name, value]) => {
    if (!Object.hasOwn(properties, name)) return [`query.${name}: is not a parameter of this operation`]
    return ['string', 'number', 'boolean'].includes(typeof value) ? [] : [`query.${name}: must be a text or a number`]
  })
}

/** A sentence and a command of curl by which a program sends or reads the bytes or the stream of an operation. */
const transferText = (operation: Operation, { params, query }: UntypedInput, origin: string): string => {
  const { address, method } = outgoing(origin, operation, { params, query })
  const { body, replies } = operation
  const words = [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    ...(Object.values(replies).some(isStream) ? ['-N'] : []),
    '-H "x-api-key: $ATELIER_API_KEY"',
    ...sentBody(body),
    ...(Object.values(replies).some(isBytes) ? ['-o FILE'] : []),
    quoted(address.href),
  ]
  return [
    `${operation.id} takes or answers bytes or a stream, so it was not called. A program reads it at its address:`,
    `${method} ${address.href}`,
    words.join(' '),
  ].join('\n')
}

const isStream = (reply: object) => isEvents(reply) || 'dataEvents' in reply || 'relayed' in reply

const sentBody = (body: Operation['body']) => {
  if (body === undefined) return []
  if (isBytes(body)) return [`-H "content-type: ${body.bytes}"`, '--data-binary @FILE']
  return ['-H "content-type: application/json"', '--data @FILE']
}

/** A text in the form of a single word for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
