import { expect, test } from 'vitest'
import { countedTests, runtimeIn } from './try-tests.ts'

test.each([
  ['cargo', 'test result: ok. 12 passed; 0 failed; 1 ignored\n\ntest result: ok. 3 passed; 0 failed', 15],
  [
    'Maven',
    '[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s\n[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n[WARNING] Tests run: 7, Failures: 0, Errors: 0, Skipped: 1',
    11,
  ],
  ['Vitest', ' Test Files  2 passed (2)\n      Tests  1 skipped | 9 passed (10)', 9],
  ['Vitest in colours', '\u001B[2m      Tests \u001B[22m \u001B[1m\u001B[32m9 passed\u001B[39m\u001B[22m (9)', 9],
  ['Vitest by pnpm', '. test:spec:       Tests  3 passed (3)\npackages/a test:       Tests  4 passed (4)', 7],
  ['Jest', 'Tests:       1 skipped, 20 passed, 21 total', 20],
  ['pytest', '1 failed, 311 passed, 2 skipped in 3.20s', 311],
  ['pytest with a rule', '======== 42 passed in 1.00s ========', 42],
  ['Mocha', '  1249 passing (2s)\n  3 pending', 1249],
  ['AVA', '  49 tests passed', 49],
  ['unittest', 'Ran 16 tests in 0.010s\n\nOK', 16],
  ['CTest', '100% tests passed, 0 tests failed out of 19', 19],
  ['node:test', 'ℹ tests 5\nℹ pass 4\nℹ fail 1', 4],
  ['TAP', '1..391\nok 1 a', 391],
  ['go test -v', '--- PASS: TestA (0.00s)\n    --- PASS: TestA/b (0.00s)\n--- PASS: TestB (0.00s)', 2],
  ['go test', 'ok  \texample.com/a\t0.1s', undefined],
  ['nothing', '', undefined],
])('how many tests passed is read from what %s says', (_runner, printed, count) => {
  expect(countedTests(printed)).toBe(count)
})

test.each([
  ['python3 --version', 'Python 3.11.2\n', 'Python 3.11.2'],
  ['node --version', 'v24.21.0\n', 'Node 24.21.0'],
  ['go version', 'go version go1.26.1 linux/amd64\n', 'Go 1.26.1'],
  ['cargo --version', 'cargo: not found', undefined],
])('the language in the answer to %s is named with its version', (asked, said, runtime) => {
  expect(runtimeIn(asked, said)).toBe(runtime)
})
