import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  marked,
  skip,
  type Texts,
  found,
  shown,
  js,
  adds,
  zero,
  both,
  py,
  go,
  pack,
} from '../../../testing/repositories/changes.ts'
import { paths, units } from '../../../testing/texts/hostile-texts.ts'
import { isLong, lengthOf } from '../../../testing/soak.ts'

const honest: readonly (readonly [string, Texts])[] = [
  ['a test is added', { 'sum.test.js': [js(adds), both], 'sum.js': ['1', '2'] }],
  ['a test file is added', { 'sum.test.js': [undefined, both] }],
  ['a snapshot follows changed code', { '__snapshots__/a.snap': ['a', 'b'], 'sum.js': ['1', '2'] }],
  ['a test file follows its subject', { 'add.test.js': [both, both, 'sum.test.js'], 'add.js': ['1', '1', 'sum.js'] }],
  ['tests move to another file', { 'sum.test.js': [both, js(adds)], 'zero.test.js': [undefined, js(zero)] }],
  ['a test file moves without a rename', { 'sum.test.js': [both, undefined], 'sum.test.ts': [undefined, both] }],
  ['an assertion is stricter', { 'sum.test.js': [both, both.replace('assert.equal(', 'assert.strictEqual(')] }],
  ['a formatter changes quotes', { 'test_sum.py': ["@mark.skip('x')\n" + py, '@mark.skip("x")\n' + py] }],
  ['a comment speaks of skipping', { 'sum.test.js': [both, `// ${marked('skip')}) and ${marked('only')})\n${both}`] }],
  [
    'a string speaks of skipping',
    { 'sum.test.js': [both, `${both}const text = "${marked('only')}) process.exit("\n`] },
  ],
  ['coverage is higher', { '.nycrc': ['{ "lines": 90 }', '{ "lines": 95 }'] }],
  [
    'a dependency is added',
    { 'package.json': [pack({ test: 'a' }), pack({ test: 'a' }, { dependencies: { a: '1' } })] },
  ],
  ['code uses process.exit', { 'cli.js': ['', 'process.exit(1)\n'] }],
  ['code handles errors', { 'a.js': ['', 'try { a() } catch {}\n'] }],
  [
    'TestMain exits with its result',
    { 'sum_test.go': [go, `${go}\nfunc TestMain(m *testing.M) { os.Exit(m.Run()) }\n`] },
  ],
  ['a new test is skipped', { 'sum.test.js': [both, `${both}test.${skip}('adds many')\n`] }],
]

test.each(honest)('an honest change passes: %s', (_name, texts) => {
  expect(shown(found(texts)).filter((one) => !one.startsWith('note'))).toEqual([])
})

test.each<readonly [string, Texts]>([
  ['tests are gone', { 'sum.test.js': [both, undefined] }],
  ['tests are gone with their subject', { 'sum.test.js': [both, undefined], 'sum.js': ['1', undefined] }],
  ['a test is skipped', { 'sum.test.js': [both, both.replace("test('adds'", marked('skip'))] }],
  [
    'a test expects another value beside changed code',
    { 'sum.test.js': [both, both.replace('2), 3', '2), 4')], 'sum.js': ['1', '2'] },
  ],
])('no sentence of a request excuses that %s: a person is asked', (_name, texts) => {
  const requests = ['', 'Remove the sum function with its tests, skip the others, and update their values to 4.']
  for (const request of requests) expect(found(texts, request)[0]?.level).toBe('ask')
})

test('a command that a check names is watched under every name', () => {
  const texts: Texts = { 'package.json': [pack({ prove: 'node --test' }), pack({ prove: 'echo fine' })] }
  expect(found(texts)).toEqual([])
  expect(shown(found(texts, '', [{ command: 'npm run prove' }]))).toEqual(['ask test_command_changed package.json:4'])
})

test.runIf(isLong)('moving tests between files is no finding, wherever they go', () => {
  const tests = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 12 })
  const one = (number: number) => `test('number ${number}', () => {\n  assert.equal(f(${number}), ${number})\n})\n`
  fc.assert(
    fc.property(tests, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), fc.nat(11), (numbers, goes, index) => {
      const stay = numbers.filter((_, at) => !goes[at])
      const leave = numbers.filter((_, at) => goes[at])
      const text = (some: readonly number[]) => js(some.map(one).join(''))
      const moved: Texts = { 'a.test.js': [text(numbers), text(stay)], 'b.test.js': [js(''), text(leave)] }
      expect(found(moved).filter(({ level }) => level !== 'note' && stay.length > 0)).toEqual([])
      const lost = leave.filter((_, at) => at !== index % Math.max(leave.length, 1))
      const dropped: Texts = { 'a.test.js': [text(numbers), text(stay)], 'b.test.js': [js(''), text(lost)] }
      if (leave.length > 0) expect(found(dropped).some(({ level }) => level !== 'note')).toBe(true)
    }),
  )
})

test('adding to a test file never weakens it', () => {
  const extra = fc.stringMatching(/^[a-z0-9 ()=;]{0,30}$/)
  fc.assert(
    fc.property(fc.array(extra), (lines) => {
      const more = lines.map((line) => `// ${line}\n`).join('')
      expect(found({ 'sum.test.js': [both, both + more] })).toEqual([])
    }),
  )
})

test.runIf(isLong).each(units.map((unit, index) => [unit, index] as const))(
  'a file of %j alone is read in one walk',
  (unit, index) => {
    const text = unit.repeat(200_000 / unit.length)
    // Each meets a sixth of the kinds of files, and all of them in a soak.
    const sixth = paths.filter((_, at) => (at + index) % 6 === 0)
    for (const path of lengthOf({ daily: sixth, soak: paths })) {
      const findings = found({ [path]: ['', text] }, text.slice(0, 50_000))
      expect(findings.every(({ reason }) => reason.length < 2_000)).toBe(true)
    }
  },
)
