/**
 * Every subject that a read can depend on: the first word of an event's name, `task` of `task.merged`. They are added
 * by `declare module '…/platform/contract/reads.ts' { interface Subjects { task: true } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Subjects {}
export type Subject = keyof Subjects

/** The ids that an event carries; null if it is about no such thing. */
export interface EventIds {
  readonly entityId: string
  readonly projectId: string | null
  readonly cycleId: string | null
  readonly taskId: string | null
}

/**
 * The subjects whose events change the answer of a read. `all`: every event of the subject does. An id: only events in
 * which this id is one of the read's path parameters, and events without the id. `all` alone: every event does.
 */
export type Reads = 'all' | Readonly<Partial<Record<Subject, 'all' | keyof EventIds>>>
