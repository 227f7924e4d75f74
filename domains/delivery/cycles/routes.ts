import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { DispatchParts } from './dispatch.ts'
import askClientQuestion from './operations/ask-client-question.ts'
import addCycleTask from './operations/add-cycle-task.ts'
import createTask from './operations/create-task.ts'
import deleteCycle from './operations/delete-cycle.ts'
import dropProjectSetups from './operations/drop-project-setups.ts'
import executeCycle from './operations/execute-cycle.ts'
import getCycleRunDiagnostics from './operations/get-cycle-run-diagnostics.ts'
import getCycleTimeline from './operations/get-cycle-timeline.ts'
import getCycleTranscript from './operations/get-cycle-transcript.ts'
import getCycleUsage from './operations/get-cycle-usage.ts'
import getCycle from './operations/get-cycle.ts'
import getProjectRoadmap from './operations/get-project-roadmap.ts'
import getProjectRunDiagnostics from './operations/get-project-run-diagnostics.ts'
import listCycleEvents from './operations/list-cycle-events.ts'
import listCycles from './operations/list-cycles.ts'
import orderProjectRoadmap from './operations/order-project-roadmap.ts'
import proposeCycle from './operations/propose-cycle.ts'
import revertCycle from './operations/revert-cycle.ts'
import startProject from './operations/start-project.ts'
import rerunTaskCheck from './operations/rerun-task-check.ts'
import removeCycleTask from './operations/remove-cycle-task.ts'
import stopCycle from './operations/stop-cycle.ts'
import stopProject from './operations/stop-project.ts'
import streamCycle from './operations/stream-cycle.ts'
import updateCycleTask from './operations/update-cycle-task.ts'
import updateCycle from './operations/update-cycle.ts'

interface Parts extends DispatchParts {
  readonly objects: ObjectStore
}

export default (parts: Parts) => ({
  listCycles,
  proposeCycle: proposeCycle(parts.engine),
  revertCycle: revertCycle(parts.engine),
  getCycle,
  updateCycle,
  deleteCycle,
  executeCycle: executeCycle(parts),
  stopCycle: stopCycle(parts.engine),
  addCycleTask: addCycleTask(parts.engine),
  updateCycleTask: updateCycleTask(parts.engine),
  removeCycleTask: removeCycleTask(parts.engine),
  createTask: createTask(parts.engine),
  rerunTaskCheck: rerunTaskCheck(parts.engine),
  listCycleEvents,
  getCycleTimeline,
  streamCycle,
  askClientQuestion,
  getCycleTranscript,
  getCycleUsage,
  dropProjectSetups: dropProjectSetups(parts.objects),
  getCycleRunDiagnostics: getCycleRunDiagnostics(parts.engine),
  startProject: startProject(parts),
  stopProject: stopProject(parts.engine),
  getProjectRunDiagnostics: getProjectRunDiagnostics(parts.engine),
  getProjectRoadmap: getProjectRoadmap(parts.engine),
  orderProjectRoadmap: orderProjectRoadmap(parts.engine),
})
