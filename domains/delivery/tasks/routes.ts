import executeTask from './operations/execute-task.ts'
import getTask from './operations/get-task.ts'
import getTaskReviewEvidence, { type EvidenceParts } from './operations/get-task-review-evidence.ts'
import listTasks from './operations/list-tasks.ts'
import streamTask from './operations/stream-task.ts'
import updateTask from './operations/update-task.ts'

export default (parts: EvidenceParts) => ({
  listTasks,
  getTask,
  updateTask,
  executeTask,
  getTaskReviewEvidence: getTaskReviewEvidence(parts),
  streamTask,
})
