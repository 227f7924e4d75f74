import { domain } from '../../domain.ts'
import { tasks } from './contract.ts'
import routes from './routes.ts'
import { removeTaskContent, taskKind } from './store.ts'

export default domain({
  name: 'tasks',
  contract: tasks,
  handlers: routes,
  kinds: { task: taskKind },
  project: () => ({ purge: removeTaskContent }),
})
