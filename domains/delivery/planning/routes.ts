import type { DispatchParts } from './dispatch.ts'
import keepExaminerTests from './operations/keep-examiner-tests.ts'
import proposeCycle from './operations/propose-cycle.ts'
import restoreProjectRevision from './operations/restore-project-revision.ts'
import revertCycle from './operations/revert-cycle.ts'
import addCycleTask from './operations/add-cycle-task.ts'
import updateCycleTask from './operations/update-cycle-task.ts'
import removeCycleTask from './operations/remove-cycle-task.ts'
import createTask from './operations/create-task.ts'
import startProject from './operations/start-project.ts'
import stopProject from './operations/stop-project.ts'
import getProjectRunDiagnostics from './operations/get-project-run-diagnostics.ts'
import getProjectRoadmap from './operations/get-project-roadmap.ts'
import orderProjectRoadmap from './operations/order-project-roadmap.ts'

export default (parts: DispatchParts) => ({
  proposeCycle: proposeCycle(parts.engine),
  revertCycle: revertCycle(parts.engine),
  restoreProjectRevision: restoreProjectRevision(parts.engine),
  keepExaminerTests: keepExaminerTests(parts.engine),
  addCycleTask: addCycleTask(parts.engine),
  updateCycleTask: updateCycleTask(parts.engine),
  removeCycleTask: removeCycleTask(parts.engine),
  createTask: createTask(parts.engine),
  startProject: startProject(parts),
  stopProject: stopProject(parts.engine),
  getProjectRunDiagnostics: getProjectRunDiagnostics(parts.engine),
  getProjectRoadmap: getProjectRoadmap(parts.engine),
  orderProjectRoadmap: orderProjectRoadmap(parts.engine),
})
