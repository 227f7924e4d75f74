export { examineChange } from './examine-change.ts'
export {
  addedTests,
  addFiles,
  outcomeOfPassing,
  reportingCheck,
  runTests,
  withMark,
  type ChangedRows,
  type ReportingCheck,
} from './run-tests.ts'
export { filesToKeep, freePath } from './kept-files.ts'
