export interface StoryEvent {
  readonly id: string
  readonly eventType: string
  readonly entityType: string
  readonly entityId: string
  readonly projectId: string | null
  readonly cycleId: string | null
  readonly payload: Readonly<Record<string, unknown>>
  readonly occurredAt: string
}

export interface EventGroup<Event extends StoryEvent> {
  readonly key: string
  /** The cycle whose run it is; null for what belongs to none. */
  readonly cycleId: string | null
  readonly projectId: string | null
  readonly run: number | undefined
  /** Newest first. */
  readonly events: readonly Event[]
}

interface EventDay<Event extends StoryEvent> {
  readonly day: string
  readonly groups: readonly EventGroup<Event>[]
}

const runOf = ({ payload }: StoryEvent) => (typeof payload.runNumber === 'number' ? payload.runNumber : undefined)

/**
 * Events, newest first, by day, and within a day by the run of their cycle. A run begins with `cycle.planning`: older
 * events belong to the previous run, and events before the first run to the first run. Events without a cycle are a
 * group of their project, or of the workspace.
 */
export const groupEvents = <Event extends StoryEvent>(
  events: readonly Event[],
  dayOf: (at: string) => string,
): EventDay<Event>[] => {
  const days = new Map<string, Map<string, Event[]>>()
  const olderRuns = new Map<string, number>()
  for (const event of events) {
    const groups = days.get(dayOf(event.occurredAt)) ?? new Map<string, Event[]>()
    days.set(dayOf(event.occurredAt), groups)
    const { cycleId, projectId, eventType } = event
    const run = cycleId === null ? 0 : (olderRuns.get(cycleId) ?? 0)
    const key = cycleId === null ? `in ${projectId ?? 'workspace'}` : `${cycleId} ${run}`
    groups.set(key, [...(groups.get(key) ?? []), event])
    if (eventType === 'cycle.planning' && cycleId !== null && runOf(event) !== 1) olderRuns.set(cycleId, run + 1)
  }
  return [...days].map(([day, groups]) => ({
    day,
    groups: [...groups].map(([key, inside]) => ({
      key: `${day} ${key}`,
      cycleId: inside[0]!.cycleId,
      projectId: inside[0]!.projectId,
      run: inside.map(runOf).find((number) => number !== undefined),
      events: inside,
    })),
  }))
}

// Steps on the way, which matter little after the next step.
const steps: ReadonlySet<string> = new Set([
  'cycle.blocked',
  'cycle.checked',
  'cycle.planned',
  'cycle.planning',
  'cycle.reviewing',
  'cycle.running',
  'cycle.sorted',
  'revision.created',
  'task.approved',
  'task.blocked',
  'task.building',
  'task.changed',
  'task.checked',
  'task.created',
  'task.merged',
  'task.merging',
  'task.queued',
  'task.reviewed',
  'task.reviewing',
  'task.testing',
])

/** Whether an event is a step on the way rather than news. */
const isStep = ({ eventType, payload }: Pick<StoryEvent, 'eventType' | 'payload'>): boolean => {
  if (eventType === 'task.checked') return payload.outcome === 'passed' || payload.phase !== 'task'
  if (eventType === 'task.reviewed') return payload.verdict !== 'refused'
  return steps.has(eventType)
}

/** The kind of state that an event changes: an event settles the older events of the same thing and kind. */
const settles = /^(?:cycle|task|pending_request)\.(?!messaged|updated|changed|commented)|^project\.run_/

/** The ids of the events, newest first, that a newer one settled: nobody waits for them any more. */
export const settledIn = (newestFirst: readonly StoryEvent[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  const settled = newestFirst.filter(({ eventType, entityId }) => {
    if (!settles.test(eventType)) return false
    const wasSeen = seen.has(entityId)
    seen.add(entityId)
    return wasSeen
  })
  return new Set(settled.map(({ id }) => id))
}

/** Events that follow each other and are equal by this key, as one. */
export const foldEqual = <Event>(
  events: readonly Event[],
  keyOf: (event: Event) => string,
): readonly (readonly Event[])[] => {
  const folds: Event[][] = []
  for (const event of events) {
    const last = folds.at(-1)
    if (last && keyOf(last[0]!) === keyOf(event)) last.push(event)
    else folds.push([event])
  }
  return folds
}

/** The events of a group that show before it is opened: its newest, by which groups are sorted, and its news. */
export const newsOf = <Event extends StoryEvent>(events: readonly Event[]): readonly Event[] =>
  events.filter((event, at) => at === 0 || !isStep(event))
