import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties of comments and messages. */
export const conversation: Words = {
  authorId: 'Who said it.',
  authorName: ['What that person is called; null where they are gone.', 'Ada Lovelace'],
  authorSide: 'Whether the agency or a client said it.',
  messageId: 'An id that the caller chooses, so that sending it again stores nothing again.',
  'TaskComment.body': ['The words, as they were written.', 'Thank them by name.'],
  'AddTaskComment.body': ['The words.', 'Thank them by name.'],
}
