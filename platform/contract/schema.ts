import {
  Type,
  type Static,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
} from 'typebox'

/** A request or response record under its own name in the OpenAPI document; unknown fields are rejected. */
export const namedObject = <Fields extends TProperties>(
  title: string,
  fields: Fields,
  options: TObjectOptions = {},
): TObject<Fields> => Type.Object(fields, { ...options, title, additionalProperties: false })

export const Id = Type.String({ format: 'uuid', examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'] })
export const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})
export const CommitSha = Type.String({
  pattern: '^[0-9a-f]{40}$',
  examples: ['4b825dc642cb6eb9a060e54bf8d69288fbee4904'],
})

/** A moment, RFC 3339 in UTC with milliseconds; a Date in code. */
export const Time = Type.Unsafe<Date>({ type: 'string', format: 'date-time', examples: ['2026-03-04T10:15:30.000Z'] })

export const text = (minLength: number, maxLength: number, options: object = {}) =>
  Type.String({ minLength, maxLength, ...options })
/** A mail address: the server judges it by `isMailAddress`. */
export const mailAddress = (options: object = {}) =>
  text(3, 320, { format: 'email', examples: ['ada@example.com'], ...options })

// No control characters, line ends, marks that turn the direction of text, or characters without width.
const invisible = '\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\u200b\\ufeff'
const visibleLine = `[^\\p{Cc}${invisible}]*$`
export const linePattern = `^(?!\\s+$)${visibleLine}`
export const namePattern = `^(?!\\s)(?!.*\\s$)${visibleLine}`

const invisibleRun = new RegExp(`[\\p{Cc}${invisible}]+`, 'gu')
/** Text from outside as one line of visible characters, such as the title of an issue; empty without visible text. */
export const shownLine = (given: string): string => given.replaceAll(invisibleRun, ' ').trim()

/** One line of visible text. */
export const lineText = (maxLength: number, options: object = {}) =>
  text(1, maxLength, { pattern: linePattern, ...options })
/** Lines of visible text. */
export const linesText = (maxLength: number, options: object = {}) =>
  text(1, maxLength, { pattern: `^(?!\\s+$)[^\\0-\\t\\v-\\x1f\\x7f-\\x9f${invisible}]*$`, ...options })
/** A name that people give: one line with visible text. Spaces at its ends are taken away before it is judged. */
export const nameText = (maxLength: number, options: object = {}) =>
  text(1, maxLength, { pattern: namePattern, 'x-trimmed': true, ...options })
/** A name in an update: the operation judges it by `faultsOfName`, because a stored name may be repeated as it is. */
export const newNameText = (maxLength: number, options: object = {}) =>
  text(1, maxLength, { 'x-trimmed': true, ...options })

const name = new RegExp(namePattern, 'u')
export const nameSentence = 'must be one line without invisible characters and without spaces at its ends'

/** The faults of a new name. Names that are stored are not judged again. */
export const faultsOfName = (path: string, given: string | null | undefined, stored: readonly (string | null)[] = []) =>
  given === undefined || given === null || stored.includes(given) || name.test(given)
    ? []
    : [{ path, message: nameSentence, rule: 'pattern' }]
export const maybe = <S extends TSchema>(schema: S, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, options: object = {}) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options })
/** An object whose fields the caller chooses, bounded only by the size of the body. */
export const anyObject = (options: TObjectOptions = {}) => Type.Record(Type.String(), Type.Unknown(), options)

/** Text in an answer, with its description and an example for the API reference. */
export const exampleText = (description: string, example: string) => Type.String({ description, examples: [example] })
/** A schema with a description of its own in the API reference. */
export const described = <S extends TSchema>(schema: S, description: string) =>
  Type.Unsafe<Static<S>>({ ...schema, description })

/** A query parameter whose bad value counts as not given, because the specification requires it. */
export const ignoredIfBad = <S extends TSchema>(schema: S) =>
  Type.Optional(Type.Unsafe<Static<S>>({ ...schema, 'x-bad-value': 'ignored' }))
/** A whole-number query parameter that is moved into its range; without a number in it, it takes the default. */
export const clamped = (minimum: number, maximum: number, byDefault: number) =>
  Type.Optional(Type.Integer({ minimum, maximum, default: byDefault, 'x-bad-value': 'clamped' }))

/** Paging of a list that the specification returns whole: up to 1,000 rows, more behind a `Link` header. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
}
export const pageMost = 1_000

/** The query and the reply of a list that takes nothing but paging. */
export const pagesOf = <S extends TSchema>(row: S) => ({
  query: Type.Object(paging),
  replies: { 200: Type.Array(row) },
})

export const MessageAck = namedObject('MessageAck', { message: Type.String() })
export const DeletedAck = namedObject('DeletedAck', {
  deleted: Type.Boolean({ description: 'Whether there was something to delete.' }),
})

export const ApiError = Type.Object(
  { error: Type.String(), code: Type.Optional(Type.String()), requestId: Type.String() },
  { title: 'ApiError' },
)
export const ValidationError = Type.Object(
  {
    error: Type.String(),
    code: Type.String(),
    requestId: Type.String(),
    fields: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String(), rule: Type.String() })),
    ),
  },
  { title: 'ValidationError' },
)
/** Errors as the interfaces of model providers have them. */
export const OpenAiError = Type.Object(
  {
    error: Type.Object(
      {
        message: Type.String({ description: 'What happened, and what to do next.', examples: ['The model is busy.'] }),
        type: Type.String({ description: 'The kind of error.', examples: ['invalid_request_error'] }),
        param: maybe(Type.String({ description: 'The parameter that is wrong.', examples: ['model'] })),
        code: maybe(Type.String({ description: 'The code of the error.', examples: ['invalid_request'] })),
      },
      { description: 'The error.' },
    ),
  },
  { title: 'OpenAiError' },
)
export const JsonRpcError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0', { description: 'Always `2.0`.' }),
    id: Type.Null({ description: 'No message was read, so there is no id.' }),
    error: Type.Object(
      {
        code: Type.Integer({ description: 'The code of JSON-RPC.', examples: [-32_000] }),
        message: Type.String({ description: 'What happened, and what to do next.', examples: ['The key is unknown.'] }),
        data: Type.Unknown({ description: 'The code of the error in this API, and the id of the request.' }),
      },
      { description: 'The error.' },
    ),
  },
  { title: 'JsonRpcError' },
)
export const OAuthError = Type.Object(
  {
    error: Type.String({ description: 'The code of RFC 6749, section 5.2.', examples: ['invalid_grant'] }),
    error_description: Type.String({ description: 'What happened.', examples: ['The code is not valid.'] }),
  },
  { title: 'OAuthError' },
)
export const AnthropicError = Type.Object(
  {
    type: Type.Literal('error', { description: 'Always `error`.' }),
    error: Type.Object(
      {
        type: Type.String({ description: 'The kind of error.', examples: ['invalid_request_error'] }),
        message: Type.String({ description: 'What happened, and what to do next.', examples: ['The model is busy.'] }),
        code: Type.Optional(Type.String({ description: 'The code of the error.', examples: ['invalid_request'] })),
      },
      { description: 'The error.' },
    ),
    request_id: Type.String({
      description: 'The id of the request.',
      examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
    }),
  },
  { title: 'AnthropicError' },
)
export type { Static }
