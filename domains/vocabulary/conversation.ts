import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties of comments and messages. */
export const conversation: Words = {
  authorId: 'Who said it.',
  authorName: ['What that person is called; null where they are gone.', 'Ada Lovelace'],
  authorSide: 'Whether the agency or a client said it.',
  drives: 'Whether its author may steer the project, so that it drives the agent; others leave their words for people.',
  givenAt: 'When an agent was first given it; null while it waits for one, and where it drives none.',
  messageId: 'An id that the caller chooses, so that sending it again stores nothing again.',
  'TaskComment.body': ['The words, as they were written.', 'Thank them by name.'],
  'AddTaskComment.body': ['The words.', 'Thank them by name.'],
  'WireMessage.agentId': 'The agent whose thread it is in; null in the conversation of the cycle.',
  'WireMessage.content': ['The words, as they were written.', 'Use the colours of the brand.'],
  'CycleMessage.agentId': 'The one agent that it is for; null or left out for the one that works on the cycle.',
  'CycleMessage.content': ['The words.', 'Use the colours of the brand.'],
  'CycleTurn.message': 'What was stored.',
  'CycleTurn.messages': 'The newest 100 messages of the conversation afterwards, oldest first.',
}
