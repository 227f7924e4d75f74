export { environmentById, environmentOfRun, type RunEnvironment, variablesOfProject } from './for-runs.ts'
export { forgetConfigsOf, takeEnvironments } from './store.ts'
