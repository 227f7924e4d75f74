/** A fragment for statements of other domains: the project of a task. */
export const projectOfTask = (taskId: string): string => `(select t.project_id from task t where t.id = ${taskId})`

/** A fragment for statements of other domains: what a task is called. */
export const taskTitle = (taskId: string): string => `(select t.title from task t where t.id = ${taskId})`

/** The text of a task that is there, as rows of (cycle_id, task_id, title, body): `from ${taskText('id')}`. */
export const taskText = (taskId: string): string =>
  `(select t.cycle_id, t.id as task_id, t.title, t.description as body from task t
    where t.id = ${taskId} and t.deleted_at is null) its_task`
