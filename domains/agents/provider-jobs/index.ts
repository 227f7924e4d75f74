export { jobStatements } from './store.ts'
export { cancelOpenJobs, cancellation, type JobKind, polling, submission, whenEngineEnds } from './steps.ts'
