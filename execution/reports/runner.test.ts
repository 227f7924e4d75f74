import { expect, test } from 'vitest'
import { askForReport } from './index.ts'

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

const alone = [
  ...['npm test', 'make test', 'eslint .', 'true', 'node test.js', 'node --test --watch', 'vitest bench', 'vitestify'],
  ...['vitest run | tee log', 'jest; true', 'jest || true', 'jest & sleep 1', 'jest > /dev/null', 'jest $(cat list)'],
  ...['pytest\nrm -rf x', 'jest # all', "jest -t 'a && b'", "jest -t it's", 'jest && vitest run', 'echo "vitest run'],
  ...['node --test --test-reporter=tap', 'jest --json', 'pytest --junitxml=r.xml', 'mocha -R spec', 'jest -- a'],
  ...['go test -c ./...', 'cargo test --no-run', 'node --test && jest', '(jest)', 'jest \\', 'node x.js --test'],
]
test.each(alone)('%s is left as it is', (command) => {
  expect(askForReport(command, '/tmp/r')).toBeUndefined()
})
