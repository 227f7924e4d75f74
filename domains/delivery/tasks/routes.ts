import type { Repositories } from '../../../execution/repositories/index.ts'
import executeTask from './operations/execute-task.ts'
import getTask from './operations/get-task.ts'
import getTaskReviewEvidence from './operations/get-task-review-evidence.ts'
import listTasks from './operations/list-tasks.ts'
import streamTask from './operations/stream-task.ts'

export default ({ repositories }: { readonly repositories: Repositories }) => ({
  listTasks,
  getTask,
  executeTask,
  getTaskReviewEvidence: getTaskReviewEvidence(repositories),
  streamTask,
})
