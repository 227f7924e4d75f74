export { resultsOf, type TrialOutcome } from './outcomes.ts'
export { scriptOf, type ScriptedRun, type TestRun, type TestsOfRun, type Trial, type TrialBudget } from './script.ts'
