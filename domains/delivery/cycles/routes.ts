import type { Engine } from '../../../platform/jobs/index.ts'
import listCycles from './operations/list-cycles.ts'
import getCycle, { type CycleSurroundings } from './operations/get-cycle.ts'
import updateCycle from './operations/update-cycle.ts'
import deleteCycle from './operations/delete-cycle.ts'
import stopCycle from './operations/stop-cycle.ts'
import listCycleEvents from './operations/list-cycle-events.ts'
import getCycleTimeline from './operations/get-cycle-timeline.ts'
import streamCycle from './operations/stream-cycle.ts'
import askClientQuestion from './operations/ask-client-question.ts'

interface Parts extends CycleSurroundings {
  readonly engine: Engine
}

export default (parts: Parts) => ({
  listCycles,
  getCycle: getCycle(parts),
  updateCycle,
  deleteCycle,
  stopCycle: stopCycle(parts.engine),
  listCycleEvents,
  getCycleTimeline,
  streamCycle,
  askClientQuestion,
})
