import { Type } from 'typebox'
import { getPendingRequest, resolvePendingRequest } from '../../requests/contract.ts'
import { replyOf } from '../marked-data.ts'
import { pageOf } from '../for-people.ts'
import { pageAddress } from '../page-address.ts'
import { tool } from '../tool.ts'

export const answerQuestion = tool({
  name: 'answer_question',
  description: 'Answer the question of an agent. Approvals are for people.',
  schema: Type.Object(
    { requestId: Type.String({ minLength: 1 }), answer: Type.String({ minLength: 1, maxLength: 5_000 }) },
    { additionalProperties: false },
  ),
  isReadOnly: false,
  run: async ({ requestId, answer }, { api, linkTo }) => {
    const params = { id: requestId }
    const asked = await api.call(getPendingRequest, { params })
    if (asked.status >= 400) return replyOf(asked)
    // The type of a request never changes, so that a question now is a question when it is answered.
    if ((asked.body as { readonly requestType: string }).requestType !== 'question') {
      const link = linkTo(pageAddress(pageOf(resolvePendingRequest), params))
      return {
        text: `This request asks for an approval, which a person decides. Nothing was resolved. Show the user this page: ${link}`,
        isError: true,
      }
    }
    return replyOf(await api.call(resolvePendingRequest, { params, body: { status: 'approved', decision: answer } }))
  },
})
