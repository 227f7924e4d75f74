export { followEvents, positionOf } from './follow.ts'
export { presentEvent } from './handlers.ts'
export { readerOf } from './event-reader.ts'
export {
  eventAt,
  eventsAfter,
  eventsInTrace,
  eventsOfCycle,
  eventsOfPeriod,
  eventsOfTask,
  newestEventsOfCycle,
  ownEventsOfCycle,
} from './store.ts'
export { endedRuns, stageEventsOf, type EndedRun, type StageEvent } from './store-stages.ts'
export type { EventRow } from './tables.ts'
