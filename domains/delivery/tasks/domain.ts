import { domain } from '../../domain.ts'
import { tasks } from './contract.ts'
import routes from './routes.ts'
import { countTasks, removeTaskContent, taskKind } from './store.ts'

export default domain({
  name: 'tasks',
  contract: tasks,
  handlers: routes,
  kinds: { task: taskKind },
  project: () => ({ count: countTasks, purge: removeTaskContent }),
})
