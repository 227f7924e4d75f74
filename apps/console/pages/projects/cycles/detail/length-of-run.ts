interface OwnEvent {
  readonly eventType: string
  readonly occurredAt: string
}

/** How long the last run of a completed cycle took, from its own events, newest first; undefined without its start. */
export const lengthOfRun = (events: readonly OwnEvent[]): number | undefined => {
  const end = events.findIndex(({ eventType }) => eventType === 'cycle.completed')
  const start = events.slice(end + 1).find(({ eventType }) => eventType === 'cycle.planning')
  if (end === -1 || start === undefined) return undefined
  return Date.parse(events[end]!.occurredAt) - Date.parse(start.occurredAt)
}
