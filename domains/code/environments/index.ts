export { environmentById, environmentOfRun, type RunEnvironment } from './for-runs.ts'
export { variablesOfProject } from './for-people.ts'
export { forgetConfigsOf, takeEnvironments } from './store.ts'
