import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { DispatchParts } from '../planning/dispatch.ts'
import askClientQuestion from './operations/ask-client-question.ts'
import addCycleTask from '../planning/operations/add-cycle-task.ts'
import createTask from '../planning/operations/create-task.ts'
import deleteCycle from './operations/delete-cycle.ts'
import dropProjectSetups from '../runs/operations/drop-project-setups.ts'
import executeCycle from '../runs/operations/execute-cycle.ts'
import getCycleRunDiagnostics from '../runs/operations/get-cycle-run-diagnostics.ts'
import getCycleTimeline from './operations/get-cycle-timeline.ts'
import getCycleTranscript from '../runs/operations/get-cycle-transcript.ts'
import getCycleUsage from '../runs/operations/get-cycle-usage.ts'
import getCycle from './operations/get-cycle.ts'
import getProjectRoadmap from '../planning/operations/get-project-roadmap.ts'
import getProjectRunDiagnostics from '../planning/operations/get-project-run-diagnostics.ts'
import listCycleEvents from './operations/list-cycle-events.ts'
import listCycles from './operations/list-cycles.ts'
import orderProjectRoadmap from '../planning/operations/order-project-roadmap.ts'
import proposeCycle from '../planning/operations/propose-cycle.ts'
import revertCycle from '../planning/operations/revert-cycle.ts'
import startProject from '../planning/operations/start-project.ts'
import rerunTaskCheck from '../runs/operations/rerun-task-check.ts'
import removeCycleTask from '../planning/operations/remove-cycle-task.ts'
import stopCycle from './operations/stop-cycle.ts'
import stopProject from '../planning/operations/stop-project.ts'
import streamCycle from './operations/stream-cycle.ts'
import updateCycleTask from '../planning/operations/update-cycle-task.ts'
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
