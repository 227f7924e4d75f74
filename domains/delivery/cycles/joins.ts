import { isLive } from '../../code/projects/index.ts'

/** A fragment for statements of other domains: the project of a cycle, also of one that was deleted. */
export const projectOfCycle = (cycleId: string): string => `(select c.project_id from cycle c where c.id = ${cycleId})`

/** A fragment for statements of other domains: whether a cycle is there, neither it nor its project deleted. */
export const isLiveCycle = (cycleId: string): string =>
  `exists (select from cycle c where c.id = ${cycleId} and c.deleted_at is null and ${isLive('c.project_id')})`

/** A fragment for statements of other domains: what a cycle is called. */
export const cycleTitle = (cycleId: string): string => `(select c.title from cycle c where c.id = ${cycleId})`

/** The text of a cycle that is there, as rows of (cycle_id, task_id, title, body): `from ${cycleText('id')}`. */
export const cycleText = (cycleId: string): string =>
  `(select c.id as cycle_id, null::uuid as task_id, c.title, c.description as body from cycle c
    where c.id = ${cycleId} and c.deleted_at is null) its_cycle`
