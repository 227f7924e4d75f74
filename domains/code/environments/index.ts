export { environmentOfRun, type RunEnvironment } from './for-runs.ts'
export { forgetConfigsOf, takeEnvironments } from './store.ts'
