import { expect, test } from 'vitest'
import { countTests, sumOf } from './test-count.ts'

const report = (passed: number, failed: number, files: { status: string; tests: string[] }[] = []) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map((one) => ({ status: one })),
    })),
  })

test('tests are counted as in the report', () => {
  const files = [{ status: 'failed', tests: ['passed', 'failed'] }]
  expect(countTests(report(5, 1, files), 1)).toEqual({ passed: 5, failed: 1, skipped: 3 })
})

test('a file that fails before its first test counts as one failure', () => {
  expect(countTests(report(5, 0, [{ status: 'failed', tests: [] }]), 1).failed).toBe(1)
})

test('an error outside tests and a missing report count as failures', () => {
  expect(countTests(report(5, 0, [{ status: 'passed', tests: ['passed'] }]), 1).failed).toBe(1)
  expect(countTests('', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('counts are summed', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  expect(sumOf([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 })
})
