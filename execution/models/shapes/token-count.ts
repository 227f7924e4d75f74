import Type from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import type { Usage } from '../price.ts'
import { malformedAnswer, readAnswer, tokens } from './answer.ts'
import { outgoingOf, requestReader } from './body.ts'
import type { OutgoingRequest } from './shape.ts'

const objects = Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 10_000 })
const Request = Type.Object({
  messages: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal('user'), Type.Literal('assistant')]),
      content: Type.Union([Type.String(), objects]),
    }),
    { minItems: 1, maxItems: 10_000 },
  ),
  system: Type.Optional(Type.Union([Type.String(), objects])),
  tools: Type.Optional(objects),
  tool_choice: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  thinking: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
const read = requestReader<object>(Request, 'messages as Anthropic describes them')

/** A conversation whose tokens are counted. Throws ModelFailure 400 that names the first wrong field. */
export const prepareCount = (body: string | object, model: string): OutgoingRequest =>
  outgoingOf({ ...read(body), model }, { maxOutputTokens: 0, streams: false })

const isAnswer = checkLater(Type.Object({ input_tokens: tokens }))
const what = 'count of tokens'

/** Counting costs nothing. Throws ModelFailure when it is no answer. */
export const countUsage = (endpoint: string, body: string): Usage => {
  const answer = readAnswer({ endpoint, what }, body)
  if (!isAnswer.Check(answer)) throw malformedAnswer({ endpoint, what }, body.slice(0, 200))
  return { inputTokens: 0, outputTokens: 0 }
}

/** An estimate if an endpoint has no count: four bytes of JSON are about a token. */
export const estimatedTokens = ({ bodyBytes }: Pick<OutgoingRequest, 'bodyBytes'>): number => Math.ceil(bodyBytes / 4)
