export { resultsOf, type TrialOutcome } from './outcomes.ts'
export {
  scriptOf,
  shellPath,
  type ScriptedRun,
  type TestRun,
  type TestsOfRun,
  type Trial,
  type TrialBudget,
} from './script.ts'
