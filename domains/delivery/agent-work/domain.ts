import type { ObjectStore } from '../../../platform/storage/index.ts'
import { domain } from '../../domain.ts'
import { conversationsOf, dropOldConversations } from './saved-work.ts'

export default domain({
  name: 'agent-work',
  schedules: ({ objects }: { readonly objects: ObjectStore }) => [
    { name: 'old-conversations', everySeconds: 3_600, work: () => dropOldConversations(objects) },
  ],
  project: () => ({ filesOf: (id) => [conversationsOf(id)] }),
})
