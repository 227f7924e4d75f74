/** A fragment for statements of other domains: the project of a task. */
export const projectOfTask = (taskId: string): string => `(select t.project_id from task t where t.id = ${taskId})`
