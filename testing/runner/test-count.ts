export interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/**
 * Counts the tests of Vitest's JSON report. A file that failed before its first test counts as one failed test, and
 * so does a run that ended with an error that no test shows, or without a report.
 */
export const countTests = (json: string, status: number): Count => {
  if (json === '') return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(json) as Report
  const broken = report.testResults.filter(
    ({ status: file, assertionResults }) =>
      file === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length
  const failed = report.numFailedTests + broken
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export const sumOf = (counts: readonly Count[]): Count =>
  counts.reduce((sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    skipped: sum.skipped + one.skipped,
  }))
