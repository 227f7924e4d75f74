import { domain } from '../../domain.ts'
import { conversation } from './contract.ts'
import { addAnswer } from './add-answer.ts'
import { addOutsideComment } from './add-outside-comment.ts'
import routes from './routes.ts'
import { messagesOfPerson, removeMessages } from './store.ts'
import { textsOfMessages } from './store-texts.ts'

export default domain({
  name: 'conversation',
  contract: conversation,
  handlers: routes,
  project: () => ({ purge: removeMessages }),
  request: { answered: addAnswer },
  codeHost: { commented: addOutsideComment },
  foundTexts: { message: textsOfMessages, answer: textsOfMessages },
  person: { lists: { messages: messagesOfPerson } },
  jobActions: ['cycle.answer', 'cycle.take_comment'],
})
