import { isLive } from '../../code/projects/index.ts'

/** A fragment for statements of other domains: the project of a cycle, including deleted cycles. */
export const projectOfCycle = (cycleId: string): string => `(select c.project_id from cycle c where c.id = ${cycleId})`

/** A fragment for statements of other domains: whether a cycle exists, neither it nor its project deleted. */
export const isLiveCycle = (cycleId: string): string =>
  `exists (select from cycle c where c.id = ${cycleId} and c.deleted_at is null and ${isLive('c.project_id')})`

/** A fragment for statements of other domains: the title of a cycle. */
export const cycleTitle = (cycleId: string): string => `(select c.title from cycle c where c.id = ${cycleId})`

/** A fragment for statements of other domains: who proposed a cycle. */
export const cycleProposer = (cycleId: string): string => `(select c.created_by from cycle c where c.id = ${cycleId})`

/** A fragment for statements of other domains: how far a cycle is, as `planning-2`: its status and the number of its run. */
export const cycleProgress = (cycleId: string): string =>
  `(select c.status || '-' || c.run_number from cycle c where c.id = ${cycleId})`

/** The cycles of a project that are not deleted, for statements of other domains with `:workspace` and `:projectId`. */
export const cyclesOfProject = `(select c.* from cycle c
  where c.workspace_id = :workspace and c.project_id = :projectId and c.deleted_at is null) cycle`

/** Drafts in the order in which they are begun. */
export const inRoadmapOrder = 'order by urgency, roadmap_position nulls last, created_at, id'

/** Projects with a completed cycle and none at work, for statements of other domains with `:workspace`. */
export const completedProjects = `(select c.project_id, max(c.status_changed_at) filter (where c.status = 'completed') as completed_at
  from cycle c where c.workspace_id = :workspace and c.deleted_at is null group by c.project_id
  having bool_or(c.status = 'completed')
    and not bool_or(c.status in ('planning', 'running', 'blocked', 'reviewing', 'stopping'))) completed`
