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

test('tests are counted as the report has them', () => {
  const files = [{ status: 'failed', tests: ['passed', 'failed'] }]
  expect(countTests(report(5, 1, files), 1)).toEqual({ passed: 5, failed: 1, skipped: 3 })
})

test('a file that fails before its first test is one failure', () => {
  expect(countTests(report(5, 0, [{ status: 'failed', tests: [] }]), 1).failed).toBe(1)
})

test('an error that belongs to no test, and a missing report, are failures', () => {
  expect(countTests(report(5, 0, [{ status: 'passed', tests: ['passed'] }]), 1).failed).toBe(1)
  expect(countTests('', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('counts add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  expect(sumOf([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 })
})
