export { examineChange } from './examine-change.ts'
export {
  addedTests,
  outcomeOfPassing,
  reportingCheck,
  runTests,
  withMark,
  type ChangedRows,
  type ReportingCheck,
} from './run-tests.ts'
export { filesToKeep, freePath } from './kept-files.ts'
