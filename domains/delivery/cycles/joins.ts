import { isLive } from '../../code/projects/index.ts'

/** A fragment for statements of other domains: the project of a cycle, also of one that was deleted. */
export const projectOfCycle = (cycleId: string): string => `(select c.project_id from cycle c where c.id = ${cycleId})`

/** A fragment for statements of other domains: whether a cycle is there, neither it nor its project deleted. */
export const isLiveCycle = (cycleId: string): string =>
  `exists (select from cycle c where c.id = ${cycleId} and c.deleted_at is null and ${isLive('c.project_id')})`
