export { environmentById, environmentOfRun, type RunEnvironment, variablesOfProject } from './for-runs.ts'
export { clearRunConfigs, copyEnvironmentsToRun } from './store.ts'
