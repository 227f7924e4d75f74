import { contract } from '../../../platform/contract/index.ts'
import { goBack, keepExaminerTests, proposeCycle } from './contract/proposals.ts'
import { addCycleTask, updateCycleTask, removeCycleTask, createTask } from './contract/tasks.ts'
import {
  startProject,
  stopProject,
  getProjectRunDiagnostics,
  getProjectRoadmap,
  orderProjectRoadmap,
} from './contract/project-run.ts'

export * from './contract/proposals.ts'
export * from './contract/tasks.ts'
export * from './contract/project-run.ts'

export const planning = contract({
  proposeCycle,
  goBack,
  keepExaminerTests,
  addCycleTask,
  updateCycleTask,
  removeCycleTask,
  createTask,
  startProject,
  stopProject,
  getProjectRunDiagnostics,
  getProjectRoadmap,
  orderProjectRoadmap,
})
