import { domain } from '../../domain.ts'
import { lineComments } from './contract.ts'
import handlers from './handlers.ts'
import { lineCommentsOfPerson, removeLineComments } from './store.ts'

export default domain({
  name: 'line-comments',
  contract: lineComments,
  handlers,
  project: () => ({ purge: (tx, projectId) => removeLineComments(tx, { projectId }) }),
  person: { lists: { lineComments: lineCommentsOfPerson } },
})
