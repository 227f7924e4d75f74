import { domain } from '../../domain.ts'
import { conversation } from './contract.ts'
import { addAnswer } from './add-answer.ts'
import { workspaceOfToolbar } from '../../code/deployments/index.ts'
import { addOutsideComment } from './add-outside-comment.ts'
import routes from './routes.ts'
import { messagesOfPerson, removeMessages } from './store.ts'
import { attachmentsOfPerson, forgetAttachmentNames, removeAttachments } from './store-attachments.ts'
import { textsOfMessages } from './store-texts.ts'

export default domain({
  name: 'conversation',
  contract: conversation,
  handlers: routes,
  workspaceFinders: { previewToolbar: workspaceOfToolbar },
  project: () => ({
    async purge(tx, projectId) {
      await removeAttachments(tx, projectId)
      await removeMessages(tx, projectId)
    },
  }),
  request: { answered: addAnswer },
  codeHost: { commented: addOutsideComment },
  foundTexts: { message: textsOfMessages, answer: textsOfMessages },
  person: {
    lists: { messages: messagesOfPerson },
    exportIn: async (tx, { userId }) => ({ cycleAttachments: await attachmentsOfPerson(tx, userId) }),
    eraseIn: (tx, { userId }) => forgetAttachmentNames(tx, userId),
  },
  jobActions: ['cycle.answer', 'cycle.take_comment'],
})
