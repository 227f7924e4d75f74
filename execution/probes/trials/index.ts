export { judgeBodies, planBodies } from './bodies.ts'
export { judgeHunks, planHunks } from './change-parts.ts'
export type { TrialSubject } from './trial.ts'
