import { domain } from '../../domain.ts'
import { tasks } from './contract.ts'
import routes from './handlers.ts'
import { namesOfTasks } from './store-names.ts'
import { countTasks, taskKind } from './store.ts'
import { findTaskByHandle, textsOfTasks } from './store-texts.ts'

export default domain({
  name: 'tasks',
  contract: tasks,
  handlers: routes,
  kinds: { task: taskKind },
  project: () => ({ count: countTasks }),
  foundByHandle: { task: findTaskByHandle },
  foundTexts: { task: textsOfTasks },
  names: { task: namesOfTasks },
})
