export { followEvents, positionOf, readerOf } from './next-page.ts'
export { presentEvent } from './handlers.ts'
export {
  eventAt,
  eventsAfter,
  eventsInTrace,
  eventsOfCycle,
  eventsOfPeriod,
  eventsOfTask,
  newestEventsOfCycle,
  ownEventsOfCycle,
  endedRuns,
  stageEventsOf,
  type EndedRun,
  type StageEvent,
} from './store.ts'
export type { EventRow } from './tables.ts'
