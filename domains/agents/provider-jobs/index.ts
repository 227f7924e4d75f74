export { jobStatements } from './store.ts'
export { cancelOpenJobs, cancellation, polling, submission, whenEngineEnds } from './steps.ts'
export type { JobKind } from './steps.ts'
