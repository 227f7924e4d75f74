// What a server loads in the thread that serves: no module behind it parses texts of strangers.
export {
  isDocumentPath,
  isEvidence,
  isFixture,
  isRunnerSetting,
  isSharedSetting,
  isSnapshot,
  isTestName,
  isTestPath,
  settingKindOf,
  type SettingKind,
} from './test-changes/test-paths.ts'
export { viewsOf, type Views } from './test-changes/lexer.ts'
export { valuesIn } from './test-changes/values.ts'
export { isProgram, languageOf, type Language } from './test-changes/languages.ts'
export type { HealedTests } from './test-changes/answers-for-tests.ts'
export type { WeakeningInput } from './test-changes/find-weakening.ts'
export { followedPaths, type JudgingTexts } from './test-changes/followed-commands.ts'
export type { ChangedText, Finding, Level } from './test-changes/change.ts'
export { kindsNoTestShows } from './test-changes/unshown-kinds.ts'
export {
  accountsOf,
  type AccountName,
  type JudgedAlteration,
  type JudgedPart,
  type PartAccount,
  type UnseenReason,
} from './accounts/judge.ts'
export type { AccountedFile, ChangePart, PartKind } from './accounts/change.ts'
export type { AccountedChange } from './accounts/plan.ts'
export { resultsOf } from './accounts/trial-outcomes.ts'
export {
  shellPath,
  type ScriptedRun,
  type TestRun,
  type TestsOfRun,
  type TrialBudget,
} from './accounts/trial-script.ts'
export { type Comparison, compareReports, keyOf, type MovedTest } from './reports/compare.ts'
export { goOutput } from './reports/go.ts'
export {
  ReportError,
  type ReportFormat,
  reportLimits,
  type TestOutcome,
  type TestReport,
  type TestResult,
} from './reports/report.ts'
export { askForReport, findRunner, type Reporting, withoutUnittest } from './reports/runner.ts'
export { askScriptForReport, runsScript, withScripts } from './reports/script.ts'
export { isTap } from './reports/tap.ts'
export { addedLinesIn, type AddedLines } from './coverage/added-lines.ts'
export { type ChangedLines } from './coverage/changed-lines.ts'
export { type CoverageFormat, coverageFormats, coverageLimits, type Sums } from './coverage/coverage.ts'
export { moduleIn } from './coverage/go.ts'
export type { JudgedCoverage } from './coverage/judge-coverage.ts'
export { type CoveragePlace, measuresCoverage, defaultCoveragePaths } from './coverage/default-coverage-paths.ts'
