import { domain } from '../../domain.ts'
import { growthMessages } from './contract.ts'
import { receivingActions } from './receive-message.ts'
import routes from './routes.ts'
import { namesOfMessages } from './store-names.ts'
import { findMessage } from './store-thread.ts'

export default domain({
  name: 'messages',
  contract: growthMessages,
  handlers: routes,
  kinds: { growth_message: async (tx, id) => (await findMessage(tx, id)) && { projectId: null } },
  names: { growth_message: namesOfMessages },
  jobActions: receivingActions,
})
