import { domain } from '../../domain.ts'
import { messagesOfPerson, removeMessages } from './store.ts'

export default domain({
  name: 'messages',
  project: () => ({ purge: removeMessages }),
  person: { lists: { messages: messagesOfPerson } },
})
