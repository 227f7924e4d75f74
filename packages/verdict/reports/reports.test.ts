import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { readReport } from './read-report.ts'
import { isTap } from './tap.ts'
import { ReportError, type ReportFormat, type TestReport } from './report.ts'

const root = '/worktree'
const read = (format: ReportFormat, text: string) => readReport(format, text, root)
const shown = ({ tests }: TestReport) =>
  tests.map(({ file, name, outcome, assertions }) =>
    [file, name, outcome, ...(assertions === undefined ? [] : [assertions])].join(' | '),
  )

test('node’s JUnit names tests by file and suites, and leaves out files that count as a test', () => {
  const text = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="adds" time="0.1" classname="test" file="/worktree/a.test.js"/>
	<testcase name="later" classname="test" file="/worktree/a.test.js"><skipped type="todo" message="true"/><failure>no</failure></testcase>
	<testsuite name="g" tests="2">
		<testcase name="in" classname="g" file="/worktree/a.test.js"/>
		<testcase name="in" classname="g" file="/worktree/a.test.js"/>
		<testcase name="off" classname="g" file="/worktree/a.test.js"><skipped type="skipped" message="true"/></testcase>
		<testcase name="bad &lt;&amp;>&quot;&#10;" classname="g" file="/worktree/a.test.js" failure="x"><failure type="t"><![CDATA[</x>]]></failure></testcase>
	</testsuite>
	<testcase name="exit.test.js" classname="test" file="/worktree/exit.test.js"/>
	<testcase name="sub/thrown.test.js" classname="test" file="/worktree/sub/thrown.test.js"><failure/></testcase>
	<!-- tests 6 -->
</testsuites>`
  expect(shown(read('junit', text))).toEqual([
    'a.test.js | adds | passed',
    'a.test.js | later | todo',
    'a.test.js | g › in | passed',
    'a.test.js | g › in (2) | passed',
    'a.test.js | g › off | skipped',
    'a.test.js | g › bad <&>" | failed',
    'sub/thrown.test.js | (the file itself) | failed',
  ])
})

test('pytest’s and phpunit’s JUnit keep classes, expected failures and assertions', () => {
  const text = `<testsuites><testsuite name="pytest" errors="1">
<testcase classname="tests.test_a.TestX" name="test_1[a-b]" file="tests/test_a.py" line="3"/>
<testcase classname="tests.test_a" name="test_2"><skipped type="pytest.xfail" message=""/></testcase>
<testcase classname="tests.test_a" name="test_3"><error message="collection"/></testcase>
</testsuite><testsuite name="PhpTest" file="/worktree/tests/PhpTest.php"><testcase name="testA" class="PhpTest" classname="PhpTest" assertions="3"/></testsuite></testsuites>`
  expect(shown(read('junit', text))).toEqual([
    'tests/test_a.py | pytest › tests.test_a.TestX › test_1[a-b] | passed',
    ' | pytest › tests.test_a › test_2 | todo',
    ' | pytest › tests.test_a › test_3 | failed',
    'tests/PhpTest.php | PhpTest › testA | passed | 3',
  ])
})

test('several JUnit files after each other are one report', () => {
  const one = (name: string) => `<?xml version="1.0"?>\n<testsuite name="s"><testcase name="${name}"/></testsuite>\n`
  expect(shown(read('junit', one('a') + one('b')))).toEqual([' | s › a | passed', ' | s › b | passed'])
})

test('TAP names nested tests, and reads directives and diagnostics', () => {
  const text = `TAP version 13
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 1
  error: |-
    not ok 9 - inside of a diagnostic
  ...
# Subtest: group
    # Subtest: inner
    not ok 1 - inner
      ---
      ok: 1
      ...
    # Subtest: off
    ok 2 - off # SKIP later
    1..2
not ok 2 - group
ok 3 - with \\# in it # TODO
ok 4 - empty.test.js
not ok 5 - bad.test.js
1..5
# tests 4
`
  expect(shown(read('tap', text))).toEqual([
    ' | adds | passed',
    ' | group › inner | failed',
    ' | group › off | skipped',
    ' | with # in it | todo',
    'bad.test.js | (the file itself) | failed',
  ])
})

test('jest’s and vitest’s JSON keep assertions, and files that failed outside of their tests', () => {
  const cases = [
    { ancestorTitles: ['g'], title: 'in', status: 'passed', numPassingAsserts: 2 },
    { ancestorTitles: [], title: 'off', status: 'pending' },
    { ancestorTitles: [], title: 'later', status: 'todo' },
  ]
  const testResults = [
    { name: '/worktree/a.test.ts', status: 'passed', assertionResults: cases },
    { name: '/worktree/b.test.ts', status: 'failed', message: 'no suite', assertionResults: [] },
  ]
  expect(shown(read('jest', JSON.stringify({ testResults })))).toEqual([
    'a.test.ts | g › in | passed | 2',
    'a.test.ts | off | skipped',
    'a.test.ts | later | todo',
    'b.test.ts | (the file itself) | failed',
  ])
})

test('mocha’s JSON keeps pending tests and hooks that failed', () => {
  const of = (fullTitle: string, title = fullTitle) => ({ title, fullTitle, file: '/worktree/test/a.js' })
  const report = {
    stats: { tests: 2 },
    passes: [of('a adds'), of('a part of it', 'part of it')],
    pending: [of('a off')],
    failures: [of('"before" hook')],
  }
  expect(shown(read('mocha', JSON.stringify(report)))).toEqual([
    'test/a.js | a adds | passed',
    'test/a.js | a › part of it | passed',
    'test/a.js | a off | skipped',
    'test/a.js | "before" hook | failed',
  ])
})

test('go’s events name tests by package, and packages that were not built', () => {
  const line = (Action: string, Package: string, Test?: string) =>
    JSON.stringify({ Action, Package, ...(Test && { Test }) })
  const lines = [
    '# x/b',
    line('start', 'x/a'),
    line('run', 'x/a', 'TestA'),
    line('pass', 'x/a', 'TestA'),
    line('run', 'x/a', 'TestA/sub'),
    line('skip', 'x/a', 'TestA/sub'),
    line('pass', 'x/a'),
    line('fail', 'x/b'),
  ]
  expect(shown(read('go', lines.join('\n')))).toEqual([
    'x/a | TestA | passed',
    'x/a | TestA/sub | skipped',
    'x/b | (the file itself) | failed',
  ])
  expect(() => read('go', lines.slice(0, 3).join('\n'))).toThrow(ReportError)
})

test('tests of Go that have no result, since the program ended, are named', () => {
  const line = (Action: string, Test?: string) => JSON.stringify({ Action, Package: 'x/g', ...(Test && { Test }) })
  const events = [line('start'), line('run', 'TestGo'), line('run', 'TestOther'), line('fail')]
  expect(read('go', events.join('\n')).tests).toMatchObject([
    { name: '(the file itself)', message: 'Without a result, since the program ended: TestGo, TestOther' },
  ])
})

test('cargo’s text names tests of libtest and of nextest, and is unfinished without its totals', () => {
  const text = 'running 3 tests\ntest a::one ... ok\ntest a::two ... FAILED\ntest three ... ignored, slow\n\n'
  const end = 'test result: FAILED. 1 passed; 1 failed; 1 ignored\n'
  expect(shown(read('cargo', text + end))).toEqual([' | a::one | passed', ' | a::two | failed', ' | three | skipped'])
  for (const cut of [text, text.replace('three', 'tes') + end.slice(9), `running 4 tests\n${end}`])
    expect(() => read('cargo', cut)).toThrow(ReportError)
  const nextest =
    '        PASS [   0.004s] sum tests::adds\n        FAIL [   0.004s] sum tests::bad\n     Summary [   0.1s] 2 tests run\n        FAIL [   0.004s] sum tests::bad\n'
  expect(shown(read('cargo', nextest))).toEqual(['sum | tests::adds | passed', 'sum | tests::bad | failed'])
})

/** Real output of `cargo test -- --nocapture`, with several threads and with one. */
const threads =
  'running 5 tests\nno newline printed\ntest tests::adds ... ok\nabout to fail\n\nthread panicked at src/lib.rs:6:53:\ntest tests::fails ... FAILED\ntest tests::off ... ignored\nyes\ndots...test tests::panics - should panic ... ok\nmoretest tests::slow ... ok\n\nfailures:\n\nfailures:\n    tests::fails\n\ntest result: FAILED. 3 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.9s\n'
const oneThread =
  'running 5 tests\ntest tests::adds ... no newline printed\nok\ntest tests::fails ... about to fail\n\nthread panicked at src/lib.rs:6:53:\nFAILED\ntest tests::off ... ignored\ntest tests::panics - should panic ... x\nok\ntest tests::slow ... dots...moreok\n\nfailures:\n\nfailures:\n    tests::fails\n\ntest result: FAILED. 3 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.78s\n'

test('cargo’s tests are read among their output, and a partial report keeps its tests', () => {
  const expected = [
    ' | tests::adds | passed',
    ' | tests::fails | failed',
    ' | tests::off | skipped',
    ' | tests::panics | passed',
    ' | tests::slow | passed',
  ]
  for (const text of [threads, oneThread]) expect(shown(read('cargo', text))).toEqual(expected)
  const faultOf = (text: string) => {
    try {
      read('cargo', text)
      return undefined
    } catch (error) {
      return error as ReportError
    }
  }
  const cut = faultOf(
    `running 1 test\ntest whole ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored\n${oneThread.replace('x\nok\n', 'x\n')}`,
  )!
  expect(cut.message).toBe('It is not finished: 1 of its tests have no result, among them tests::panics.')
  expect(cut.tests.map(({ name }) => name)).toEqual([
    'whole',
    'tests::adds',
    'tests::fails',
    'tests::off',
    'tests::slow',
  ])
  expect(faultOf(oneThread.replace('moreok', 'moreFAILED'))?.message).toBe('It is not finished.')
})

const word = fc.stringMatching(/^[a-z<>&"']{1,8}$/)
const cases = fc.uniqueArray(fc.record({ name: word, outcome: fc.constantFrom('passed', 'failed', 'skipped') }), {
  selector: ({ name }) => name,
  minLength: 1,
  maxLength: 12,
})
type Case = { readonly name: string; readonly outcome: string }
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;')
const inside: Readonly<Record<string, string>> = { passed: '', failed: '<failure>x</failure>', skipped: '<skipped/>' }
const jest: Readonly<Record<string, string>> = { passed: 'passed', failed: 'failed', skipped: 'pending' }

const writers: readonly (readonly [ReportFormat, (given: readonly Case[]) => string])[] = [
  [
    'junit',
    (given) =>
      `<testsuites>${given.map(({ name, outcome }) => `<testcase name="${escaped(name)}" file="f.js">${inside[outcome]}</testcase>`).join('')}</testsuites>`,
  ],
  [
    'jest',
    (given) =>
      JSON.stringify({
        testResults: [
          {
            name: 'f',
            status: 'passed',
            assertionResults: given.map(({ name, outcome }) => ({ title: name, status: jest[outcome] })),
          },
        ],
      }),
  ],
  [
    'tap',
    (given) =>
      `${given.map(({ name, outcome }, at) => `${outcome === 'failed' ? 'not ' : ''}ok ${at + 1} - ${name}${outcome === 'skipped' ? ' # SKIP' : ''}`).join('\n')}\n1..${given.length}`,
  ],
]

test.each(writers)(
  'a report in the format %s reads back as written, and no beginning of it reads as a whole',
  (format, write) => {
    fc.assert(
      fc.property(cases, fc.double({ min: 0, max: 0.999, noNaN: true }), (given, part) => {
        const text = write(given)
        expect(read(format, text).tests.map(({ name, outcome }) => ({ name, outcome }))).toEqual(given)
        // A TAP plan of two digits, cut to one, is a plan again, of another number.
        expect(() => read(format, text.slice(0, Math.floor(text.length * part)))).toThrow(ReportError)
      }),
    )
  },
)

test('TAP is recognised by its version or plan and a numbered result', () => {
  for (const text of ['1..2\nok 1 - a\nnot ok 2 - b\n', 'bats tests\n1..1\r\nok 1 a\n', 'ok 1\nTAP version 14\n'])
    expect([text, isTap(text)]).toEqual([text, true])
  for (const text of ['', 'ok: a\nnot ok: b\n', 'ok 1 - a\n', '1..2\n', '  1..1\n  ok 1\n', 'pages 1..2\nok 1\n'])
    expect([text, isTap(text)]).toEqual([text, false])
})

test('any text is a report or refused, and never an error of another kind', () => {
  const pieces = fc.constantFrom(
    '<testsuites',
    '<testcase name="a"',
    '>',
    '/>',
    '</testsuites>',
    '<!--',
    '<![CDATA[',
    '{',
    '}',
    '[',
    '"testResults":',
    'ok 1 - a',
    'not ok',
    '    # Subtest: x',
    '1..1',
    '\n',
    '  ---',
    'running 1 test',
    '{"Action":"pass"}',
    '&#xFFFFFF;',
    '\0',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 40 }), (parts) => {
      for (const format of ['junit', 'tap', 'jest', 'mocha', 'go', 'cargo'] as const) {
        try {
          for (const { name, file } of read(format, parts.join('')).tests) {
            expect(name.length + file.length).toBeLessThan(1_100)

            expect(name).not.toMatch(/[\x00-\x1f]/)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ReportError)
        }
      }
    }),
  )
})

const hostile: readonly (readonly [string, ReportFormat, string, RegExp])[] = [
  ['a document type', 'junit', '<!DOCTYPE x [<!ENTITY a "aaaa">]><testsuites/>', /document type/],
  ['an entity of its own', 'junit', '<testsuites><testcase name="&a;"/></testsuites>', /entity/],
  ['elements nested a million deep', 'junit', '<testsuite>'.repeat(1_000_000), /nested/],
  ['a million elements', 'junit', `<testsuites>${'<a/>'.repeat(1_000_000)}</testsuites>`, /too many/],
  ['a name that never ends', 'junit', `<testsuites ${'a'.repeat(5_000_000)}`, /finished/],
  ['attributes without end', 'junit', `<testsuites${' a="b"'.repeat(500_000)}`, /finished/],
  ['an open quote', 'junit', `<testsuites a="${'<b '.repeat(1_000_000)}`, /finished/],
  ['comments that never end', 'junit', '<testsuites><!--'.repeat(300_000), /finished/],
  ['JSON nested a million deep', 'jest', '['.repeat(1_000_000), /JSON/],
  [
    'subtests nested deeply',
    'tap',
    Array.from({ length: 2_000 }, (_, at) => `${'    '.repeat(at)}# Subtest: a`).join('\n'),
    /nested/,
  ],
  ['a plan that promises less', 'tap', 'ok 1 - a\nok 2 - b\n1..1\n', /finished/],
  ['a bail-out', 'tap', '1..1\nok 1 - a\nBail out! no database\n', /bailed/],
  ['too many tests', 'tap', `${'ok\n'.repeat(60_000)}1..60000`, /more than/],
  ['more bytes than are read', 'junit', ' '.repeat(2 ** 25 - 10) + '<testsuites/>', /32 MiB/],
  ['nothing', 'junit', ' \n', /empty/],
]
test.runIf(isLong).each(hostile)('a report with %s is refused', (_what, format, text, sentence) => {
  expect(() => read(format, text)).toThrow(sentence)
})

test('names of attributes that objects have are read as any other', () => {
  const text = '<testsuites><testcase __proto__="x" constructor="y" name="&#x41;&#0;"/></testsuites>'
  expect(shown(read('junit', text))).toEqual([' | A | passed'])
})

const goEvent = (action: string, test = '') =>
  JSON.stringify({ Action: action, Package: 'm', ...(test !== '' && { Test: test }) })

test('a Go test that panics has failed, and a test that waits beside it has no result', () => {
  const events = [
    goEvent('start'),
    goEvent('run', 'TestB'),
    goEvent('run', 'TestC'),
    goEvent('fail', 'TestC'),
    goEvent('fail'),
  ]
  expect(read('go', events.join('\n'))).toEqual({ tests: [{ file: 'm', name: 'TestC', outcome: 'failed' }] })
  expect(() => read('go', [...events.slice(0, 4), goEvent('pass')].join('\n'))).toThrow('It is not finished.')
})

test('an example of Rust keeps its name where its line moves, and a test that is tried again has its last result', () => {
  const at = (line: number) =>
    `running 1 test\ntest src/lib.rs - f (line ${line}) - compile fail ... ok\n\ntest result: ok. 1 passed\n`
  expect(read('cargo', at(4))).toEqual(read('cargo', at(9)))
  const nextest =
    '  TRY 1 FAIL [   0.003s] (1/3) m tests::a\n  TRY 2 PASS [   0.002s] (1/3) m tests::a\n        LEAK [   0.1s] (2/3) m tests::b\n  TRY 1 FAIL [   0.003s] (3/3) m tests::c\n  TRY 2 SIGTERM [   0.003s] (3/3) m tests::c\n     Summary [   0.2s] 3 tests run\n'
  expect(read('cargo', nextest).tests.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    'tests::a passed',
    'tests::b passed',
    'tests::c failed',
  ])
})

test('tests that GoogleTest did not run are skipped', () => {
  const xml =
    '<testsuites><testsuite name="S"><testcase name="a" classname="S" status="run" result="completed"/><testcase name="DISABLED_b" classname="S" status="notrun" result="suppressed"/><testcase name="c" classname="S" status="run" result="skipped"/></testsuite></testsuites>'
  expect(read('junit', xml).tests.map(({ outcome }) => outcome)).toEqual(['passed', 'skipped', 'skipped'])
})

test('TAP in braces has its file, its suites and no time in a name', () => {
  const inside =
    '    1..1\n    not ok 1 - sums # time=133.32ms {\n        1..2\n        ok 1 - adds # time=0.80ms\n        not ok 2 - subtracts # time=105.09ms\n            ---\n            expected: "}"\n            ...\n    }\n'
  const tap = `TAP version 13\n1..1\nnot ok 1 - a.test.ts # time=133.90ms {\n${inside}}\n`
  expect(read('tap', tap)).toEqual({
    tests: [
      { file: 'a.test.ts', name: 'sums › adds', outcome: 'passed' },
      { file: 'a.test.ts', name: 'sums › subtracts', outcome: 'failed' },
    ],
  })
  expect(() => read('tap', tap.replace('        1..2', '        1..3'))).toThrow('It is not finished.')
  expect(() => read('tap', tap.slice(0, tap.indexOf('    }\n')))).toThrow('It is not finished.')
})
