import { domain } from '../../domain.ts'
import { growthMessages } from './contract.ts'
import { receivingActions } from './receive-message.ts'
import { takingBackAction } from './end-mail.ts'
import handlers from './handlers.ts'
import { namesOfMessages, findMessage } from './store-thread.ts'
import { namingExpiry } from './store-undecided.ts'

export default domain({
  name: 'messages',
  contract: growthMessages,
  handlers,
  kinds: { growth_message: async (tx, id) => (await findMessage(tx, { id })) && { projectId: null } },
  names: { growth_message: namesOfMessages },
  jobActions: [...receivingActions, takingBackAction],
  retention: [namingExpiry],
})
