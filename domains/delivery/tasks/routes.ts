import executeTask from './operations/execute-task.ts'
import getTask from './operations/get-task.ts'
import listTasks from './operations/list-tasks.ts'
import streamTask from './operations/stream-task.ts'
import updateTask from './operations/update-task.ts'

export default () => ({
  listTasks,
  getTask,
  updateTask,
  executeTask,
  streamTask,
})
