export { outcomesOf, type TrialOutcome } from './outcomes.ts'
export { scriptOf, type ScriptedRun, type TestRun, type Trial, type TrialBudget } from './script.ts'
