import { expect, test } from 'vitest'
import { askForReport } from './runner.ts'
import { askScriptForReport } from './script.ts'

const node =
  '--test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination='
const asked = [
  ['node --test', `node ${node}'/tmp/r' --test`],
  ['node --import tsx --test test/*.test.ts', `node ${node}'/tmp/r' --import tsx --test test/*.test.ts`],
  ['TZ=UTC node --test', `TZ=UTC node ${node}'/tmp/r' --test`],
  ['vitest', "vitest --reporter=default --reporter=json --outputFile.json='/tmp/r'"],
  ['npx vitest run', "npx vitest run --reporter=default --reporter=json --outputFile.json='/tmp/r'"],
  [
    'tsc --noEmit && vitest run',
    "tsc --noEmit && vitest run --reporter=default --reporter=json --outputFile.json='/tmp/r'",
  ],
  ['NODE_ENV=test jest --ci', "NODE_ENV=test jest --ci --json --outputFile='/tmp/r'"],
  [
    'node --experimental-vm-modules node_modules/jest/bin/jest.js',
    "node --experimental-vm-modules node_modules/jest/bin/jest.js --json --outputFile='/tmp/r'",
  ],
  ["mocha 'test/**/*.js'", "mocha 'test/**/*.js' --reporter json --reporter-option output='/tmp/r'"],
  ['python3 -m pytest -q', "python3 -m pytest -q --junitxml='/tmp/r' -o junit_family=xunit1"],
  ['uv run pytest tests', "uv run pytest tests --junitxml='/tmp/r' -o junit_family=xunit1"],
  ['go test ./...', 'go test -json ./...'],
  ['cargo test --offline', 'cargo test --offline'],
  ['cargo nextest run', 'cargo nextest run'],
] as const

test.each(asked)('%s is asked for a report', (command, expected) => {
  expect(askForReport(command, '/tmp/r')?.command).toBe(expected)
})

test.each([
  ['mvn -o -B -fae test', '*/target/surefire-reports/TEST-*.xml'],
  ['./mvnw -q verify', '*/target/surefire-reports/TEST-*.xml'],
  ['sh gradlew --offline --continue test', '*/build/test-results/*/TEST-*.xml'],
  ['gradle :core:test', '*/build/test-results/*/TEST-*.xml'],
])('the reports that %s leaves are put together, and its exit code stays', (command, files) => {
  expect(askForReport(command, '/tmp/r')).toMatchObject({
    command:
      `{ find . -path '${files}' -delete; ${command}; ended=$?; ` +
      `find . -path '${files}' -print0 | sort -z | xargs -0 -r cat >'/tmp/r'; ( exit $ended ); }`,
    format: 'junit',
    from: 'file',
  })
})

const alone = [
  'npm test',
  'mvn compile',
  'mvn -DskipTests package',
  'gradle build -x test',
  'make test',
  'eslint .',
  'true',
  'node test.js',
  'node --test --watch',
  'vitest bench',
  'vitestify',
  'vitest run | tee log',
  'jest; true',
  'jest || true',
  'jest & sleep 1',
  'jest > /dev/null',
  'jest $(cat list)',
  'pytest\nrm -rf x',
  'jest # all',
  "jest -t 'a && b'",
  "jest -t it's",
  'jest && vitest run',
  'echo "vitest run',
  'node --test --test-reporter=tap',
  'jest --json',
  'pytest --junitxml=r.xml',
  'mocha -R spec',
  'jest -- a',
  'go test -c ./...',
  'cargo test --no-run',
  'node --test && jest',
  '(jest)',
  'python3 -m unittest --help',
  'python3 -c "import unittest" -m unittest',
  'python3 tests/test_a.py',
  'jest \\',
  'node x.js --test',
]
test.each(alone)('%s is left as it is', (command) => {
  expect(askForReport(command, '/tmp/r')).toBeUndefined()
})

test('unittest is run by a program that leaves its tests, with the options of Python and of unittest', () => {
  const { command, ...report } = askForReport(
    'cd app && TZ=UTC python3 -W error -m unittest discover -s tests',
    '/tmp/r',
  )!
  expect(report).toMatchObject({ runner: 'unittest', format: 'jest', from: 'file' })
  const [before, program, behind] = command.split("'")
  expect([before, behind]).toEqual(['cd app && TZ=UTC python3 -W error -c ', ' '])
  expect(program).toContain('unittest.main(module=None, testRunner=Runner)')
  expect(command).toMatch(/' '\/tmp\/r' discover -s tests$/)
})

test('a runner that measures coverage without a file gets one beside the report', () => {
  const coverage = (command: string) => askForReport(command, '/tmp/r')?.coverage
  const own = '/tmp/r.coverage'
  expect(coverage('node --test --experimental-test-coverage')).toEqual({ path: own, format: 'lcov' })
  expect(coverage('pytest --cov=shop -q')).toEqual({ path: own, format: 'cobertura' })
  expect(coverage('go test -cover ./...')).toEqual({ path: own, format: 'go' })
  for (const command of ['node --test', 'pytest --cov=shop --cov-report=xml', 'go test -coverprofile=c.out ./...'])
    expect(coverage(command)).toBeUndefined()
  expect(askForReport('go test -coverprofile=c.out ./...', '/tmp/r')?.command).toBe(
    'go test -json -coverprofile=c.out ./...',
  )
  expect(askScriptForReport('npm test', { test: 'pytest --cov' }, '/tmp/r')?.command).toBe(
    `npm test -- --junitxml='/tmp/r' -o junit_family=xunit1 --cov-report=term --cov-report=xml:'${own}'`,
  )
})
