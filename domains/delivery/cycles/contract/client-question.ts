import { operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import { namedObject, lineText, text } from '../../../../platform/contract/schema.ts'
import { PendingRequest } from '../../requests/contract.ts'

const AskClientQuestion = namedObject('AskClientQuestion', {
  cycleId: text(1, 200, {
    description: 'The cycle that the question is about',
    examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
  }),
  question: text(1, 5_000, { description: 'The question for the client', examples: ['Which days are you closed?'] }),
  title: lineText(200, { description: 'The question in a line', examples: ['Opening hours'] }),
})

export const askClientQuestion = operation({
  method: 'POST',
  path: '/v1/api/pending-requests/client-question',
  summary: 'Ask the client a question about a cycle. The run does not wait; agents read the answer when it comes',
  reach: 'call',
  access: toAgencyWho('manage', 'cycle', 'body.cycleId'),
  body: AskClientQuestion,
  replies: { 201: PendingRequest },
  audit: { action: 'pending_request.ask', category: 'create' },
})
