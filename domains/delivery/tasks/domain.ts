import { domain } from '../../domain.ts'
import { tasks } from './contract.ts'
import routes from './routes.ts'
import { namesOfTasks } from './store-names.ts'
import { countTasks, removeTaskContent, taskKind } from './store.ts'
import { findTaskByHandle, textsOfTasks } from './store-texts.ts'
import { checkLogsOf } from './store-trace.ts'
import { removeOldTranscripts, transcriptsDueIn } from './store-transcript.ts'

export default domain({
  name: 'tasks',
  contract: tasks,
  handlers: routes,
  kinds: { task: taskKind },
  project: () => ({ count: countTasks, purge: removeTaskContent }),
  runLogs: checkLogsOf,
  foundByHandle: { task: findTaskByHandle },
  foundTexts: { task: textsOfTasks },
  retention: [{ kind: 'transcripts', dueIn: transcriptsDueIn, remove: removeOldTranscripts }],
  names: { task: namesOfTasks },
})
