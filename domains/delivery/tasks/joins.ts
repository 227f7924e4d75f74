/** A fragment for statements of other domains: the project of a task. */
export const projectOfTask = (taskId: string): string => `(select t.project_id from task t where t.id = ${taskId})`

/** A fragment for statements of other domains: what a task is called. */
export const taskTitle = (taskId: string): string => `(select t.title from task t where t.id = ${taskId})`
