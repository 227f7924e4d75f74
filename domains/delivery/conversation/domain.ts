import { domain } from '../../domain.ts'
import { conversation } from './contract.ts'
import { workspaceOfToolbar } from '../../code/deployments/index.ts'
import { addOutsideComment } from './add-outside-comment.ts'
import handlers from './handlers.ts'
import { messagesOfPerson, removeMessages, addMessage, textsOfMessages } from './store.ts'
import { attachmentsOfPerson, clearAttachmentNames, removeAttachments } from './store-attachments.ts'
import { v7 as uuidv7 } from 'uuid'

export default domain({
  name: 'conversation',
  contract: conversation,
  handlers,
  workspaceFinders: { previewToolbar: workspaceOfToolbar },
  project: () => ({
    async purge(tx, projectId) {
      await removeAttachments(tx, { projectId })
      await removeMessages(tx, { projectId })
    },
  }),
  request: {
    // The next agent reads it in the conversation. Only people who may steer the project may answer.
    answered: (tx, { text, answeredBy, ...answer }) =>
      addMessage(tx, { ...answer, id: uuidv7(), content: text, drives: true, createdBy: answeredBy }),
  },
  codeHost: { commented: addOutsideComment },
  foundTexts: { message: textsOfMessages, answer: textsOfMessages },
  person: {
    lists: { messages: messagesOfPerson },
    exportIn: async (tx, { userId }) => ({ cycleAttachments: await attachmentsOfPerson(tx, { userId }) }),
    eraseIn: (tx, { userId }) => clearAttachmentNames(tx, { userId }),
  },
  jobActions: ['cycle.answer', 'cycle.take_comment'],
})
