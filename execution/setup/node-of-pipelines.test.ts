import { expect, test } from 'vitest'
import { cpuTime } from '../../testing/runner/costs.ts'
import { nodeMajorOfWorkflows } from './node-of-pipelines.ts'

const workflow = (version: string, matrix = '') =>
  `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n${matrix}    steps:\n      - uses: actions/checkout@v4\n` +
  `      - uses: actions/setup-node@v4\n        with:\n          node-version: ${version}\n      - run: npm test\n`
const expression = (text: string) => `\${{ ${text} }}`
const ofMatrix = expression('matrix.nodejs')
const matrix = (list: string) => `    strategy:\n      matrix:\n        nodejs: ${list}\n`
const newest = (...texts: readonly string[]) =>
  nodeMajorOfWorkflows(new Map(texts.map((text, at) => [`.github/workflows/${at}.yml`, text])))

test.each([
  ['a version', workflow('14'), 14],
  ['a text', workflow("'16.x'"), 16],
  ['a list of the matrix', workflow(ofMatrix, matrix('[10, 12, 14]')), 14],
  ['a word', workflow('lts/*'), undefined],
  ['a word among versions', workflow(ofMatrix, matrix('[10, latest]')), undefined],
  ['another expression', workflow(expression('fromJSON(needs.a.outputs.b)'), matrix('[10]')), undefined],
  ['no step that sets Node up', 'jobs:\n  test:\n    steps:\n      - run: make\n', undefined],
  ['no YAML', '{[', undefined],
  ['nothing', '', undefined],
])('%s is read as the newest version', (_, text, major) => expect(newest(text)).toBe(major))

test('the newest of all workflows counts', () => expect(newest(workflow('14'), workflow('20'))).toBe(20))

test('hostile workflows are read in time', () => {
  const startedMs = cpuTime().ownMs
  newest(...Array<string>(20).fill('['.repeat(60_000)))
  newest(...Array<string>(20).fill('- '.repeat(30_000)))
  newest('['.repeat(2_000_000), `a: &a [${'x,'.repeat(20_000)}]\nb: [*a,*a,*a]\n`)
  expect(cpuTime().ownMs - startedMs).toBeLessThan(5_000)
})
