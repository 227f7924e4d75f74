export { type Comparison, compareReports, keyOf, type MovedTest } from './compare.ts'
export { goOutput } from './go.ts'
export { readReport } from './report-thread.ts'
export {
  ReportError,
  type ReportFormat,
  reportLimits,
  type TestOutcome,
  type TestReport,
  type TestResult,
} from './report.ts'
export { askForReport, findRunner, type Reporting, withoutUnittest } from './runner.ts'
export { askScriptForReport, runsScript, withScripts } from './script.ts'
export { isTap } from './tap.ts'
