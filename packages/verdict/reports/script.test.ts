import { expect, test } from 'vitest'
import { askScriptForReport, runsScript } from './script.ts'

const vitest = "--reporter=default --reporter=json --outputFile.json='/tmp/r'"
const node =
  "--test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination='/tmp/r'"

const asked = [
  ['npm test', 'vitest run', `npm test -- ${vitest}`],
  [' npm t ', 'tsc && vitest run', `npm t -- ${vitest}`],
  ['CI=1 npm run --silent test', 'vitest', `CI=1 npm run --silent test -- ${vitest}`],
  ['pnpm test', 'vitest run', `pnpm test ${vitest}`],
  ['yarn run test', 'vitest run', `yarn run test ${vitest}`],
  ['bun run test', 'vitest run', `bun run test ${vitest}`],
  ['npm test', 'node --test', `npm test -- ${node}`],
  ['npm test', 'npm run unit', `npm test -- -- --json --outputFile='/tmp/r'`],
  ['npm test', 'yarn unit', `npm test -- --json --outputFile='/tmp/r'`],
  ['yarn vitest run', 'echo', `yarn vitest run ${vitest}`],
] as const

test.each(asked)('%s of “%s” is asked for a report', (command, script, expected) => {
  expect(askScriptForReport(command, { test: script, unit: 'jest' }, '/tmp/r')?.command).toBe(expected)
})

const alone = [
  'vitest run && eslint .',
  'vitest | tee log',
  'node --test test/a.js',
  'go test ./...',
  'cargo test',
  'make test',
  'npm test',
  'npm run gone',
  'npm run a',
  'jest --json',
  'jest -- a',
  '',
  'exit 0 # vitest',
]
test.each(alone)('a script “%s” is left as it is', (script) => {
  expect(askScriptForReport('npm test', { test: script, a: 'npm run b', b: 'npm run a' }, '/tmp/r')).toBeUndefined()
})

test('only a command that runs a script and nothing else is one', () => {
  for (const command of ['npm test', 'npm run check:unit', 'yarn test', 'pnpm run -s test'])
    expect([command, runsScript(command)]).toEqual([command, true])
  for (const command of [
    'npm ci',
    'npm test && true',
    'npm test; true',
    'npm test -- -t x',
    'npm exec jest',
    'bun test',
    'yarn install',
    'X=$(rm) npm test',
    'npm run',
    'npm test\nrm -rf x',
    'pnpm exec jest',
    'npm test > log',
  ])
    expect([command, runsScript(command)]).toEqual([command, false])
})

test('an inherited property is no script', () => {
  expect(askScriptForReport('npm run constructor', {}, '/tmp/r')).toBeUndefined()
  expect(askScriptForReport('npm test', { test: { toString: () => 'jest' } }, '/tmp/r')).toBeUndefined()
})
