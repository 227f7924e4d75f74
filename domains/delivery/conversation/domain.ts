import { domain } from '../../domain.ts'
import { conversation } from './contract.ts'
import { addAnswer } from './add-answer.ts'
import routes from './routes.ts'
import { messagesOfPerson, removeMessages } from './store.ts'

export default domain({
  name: 'conversation',
  contract: conversation,
  handlers: routes,
  project: () => ({ purge: removeMessages }),
  request: { answered: addAnswer },
  person: { lists: { messages: messagesOfPerson } },
  jobActions: ['cycle.answer'],
})
