import Type, { type Static } from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import type { Usage } from '../price.ts'
import { malformedAnswer, readAnswer } from './answer.ts'
import { outgoingOf, requestReader } from './body.ts'
import { countedTokens } from './counted-tokens.ts'
import type { OutgoingRequest } from './shape.ts'

const Numbers = Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 100_000 })
const Request = Type.Object({
  input: Type.Union([
    Type.String({ minLength: 1 }),
    Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 2_048 }),
    Numbers,
    Type.Array(Numbers, { minItems: 1, maxItems: 2_048 }),
  ]),
  dimensions: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_536 })),
  encoding_format: Type.Optional(Type.Union([Type.Literal('float'), Type.Literal('base64')])),
  user: Type.Optional(Type.String({ maxLength: 500 })),
})
const read = requestReader<Static<typeof Request>>(Request, 'embeddings requests as OpenAI describes them')

/** A request for embeddings as it goes to the endpoint. Throws ModelFailure 400 that names the first wrong field. */
export const prepareEmbeddings = (body: string | object, model: string): OutgoingRequest =>
  outgoingOf({ ...read(body), model }, { maxOutputTokens: 0, streams: false })

const isAnswer = checkLater(
  Type.Object({
    data: Type.Array(
      Type.Object({
        index: Type.Optional(Type.Integer({ minimum: 0 })),
        embedding: Type.Union([Type.String(), Type.Array(Type.Number(), { minItems: 1 })]),
      }),
      { minItems: 1 },
    ),
  }),
)
const what = 'list of embeddings'

/** The tokens that were read, if the endpoint reports them. Throws ModelFailure when it is no answer. */
export const embeddingsUsage = (endpoint: string, body: string): Usage | undefined => {
  const answer = readAnswer({ endpoint, what }, body)
  if (!isAnswer.Check(answer)) throw malformedAnswer({ endpoint, what }, body.slice(0, 200))
  const { usage } = answer as { usage?: object | null }
  return usage ? countedTokens('chat', endpoint, { ...usage, completion_tokens: 0 }) : undefined
}

/** An answer that was judged already, with the place of each text: some endpoints leave it out, and keep the order. */
export const embeddingsWithPlaces = (body: string): string => {
  const answer = JSON.parse(body) as { readonly data: readonly { readonly index?: number }[] }
  if (answer.data.every(({ index }) => index !== undefined)) return body
  return JSON.stringify({ ...answer, data: answer.data.map((one, index) => ({ ...one, index })) })
}
