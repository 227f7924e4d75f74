import { domain } from '../../domain.ts'
import { tasks } from './contract.ts'
import handlers from './handlers.ts'
import { namesOfTasks, countTasks, taskKind, findTaskByHandle, textsOfTasks } from './store.ts'

export default domain({
  name: 'tasks',
  contract: tasks,
  handlers,
  kinds: { task: taskKind },
  project: () => ({ count: countTasks }),
  foundByHandle: { task: findTaskByHandle },
  foundTexts: { task: textsOfTasks },
  names: { task: namesOfTasks },
})
