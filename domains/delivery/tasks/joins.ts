/** A fragment for statements of other domains: the project of a task. */
export const projectOfTask = (taskId: string): string => `(select t.project_id from task t where t.id = ${taskId})`

/** A fragment for statements of other domains: the title of a task. */
export const taskTitle = (taskId: string): string => `(select t.title from task t where t.id = ${taskId})`

/** A fragment for statements of other domains: the title of a task, null if it was deleted. */
export const liveTaskTitle = (taskId: string): string =>
  `(select t.title from task t where t.id = ${taskId} and t.deleted_at is null)`

/** A fragment for statements of other domains: the ids of a project's tasks. */
export const taskIdsOfProject = (projectId: string): string =>
  `(select t.id from task t where t.workspace_id = :workspace and t.project_id = ${projectId})`

/** A fragment for statements of other domains: the ids of a cycle's tasks. */
export const taskIdsOfCycle = (cycleId: string): string =>
  `(select t.id from task t where t.workspace_id = :workspace and t.cycle_id = ${cycleId})`

/** A fragment for statements of other domains: the id of a project's newest task that fits. */
export const newestTaskOf = (projectId: string, fits: (taskAlias: string) => string): string =>
  `(select t.id from task t where t.project_id = ${projectId} and ${fits('t')}
     order by t.created_at desc, t.id desc limit 1)`
