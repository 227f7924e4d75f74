import { expect, test } from 'vitest'
import {
  marked,
  skip,
  type Texts,
  found,
  shown,
  js,
  adds,
  both,
  py,
  go,
  rs,
  java,
  rb,
  php,
  cs,
  put,
} from '../../../testing/repositories/changes.ts'
import { findWeakening } from './find-weakening.ts'
import type { ChangedText } from './change.ts'

const cheats: readonly (readonly [string, Texts, RegExp])[] = [
  ['a test file is deleted', { 'sum.test.js': [both, undefined] }, /^ask test_file_deleted sum.test.js/],
  ['a test file is renamed away', { 'sum.js.old': [both, both, 'sum.test.js'] }, /^ask test_file_out_of_reach/],
  [
    'a test file loses the name of a test',
    { 'test/sum.js': [both, both, 'test/sum.test.js'] },
    /^ask test_file_out_of_reach/,
  ],
  ['a test file is emptied', { 'sum.test.js': [both, '\n'] }, /^ask test_file_emptied/],
  ['all tests are comments', { 'sum.test.js': [both, `/*${both}*/`] }, /^ask test_file_emptied/],
  ['all tests are a string', { 'test_sum.py': [py, `"""\n${py}"""\n`] }, /^ask test_file_emptied/],
  ['a test is gone', { 'sum.test.js': [both, js(adds)] }, /^ask fewer_tests sum.test.js:6/],
  [
    'an assertion is gone',
    { 'sum.test.js': [both, both.replace('assert.equal(sum(1, 2), 3)', '')] },
    /^ask fewer_assertions sum.test.js:4/,
  ],
  [
    'an assertion is a comment',
    { 'test_sum.py': [py, py.replace('assert', 'pass  # assert')] },
    /^ask fewer_assertions/,
  ],
  [
    'JavaScript skips',
    { 'sum.test.js': [both, both.replace("test('adds'", marked('skip'))] },
    /^ask test_skipped sum.test.js:3/,
  ],
  [
    'JavaScript has it to do',
    { 'sum.test.js': [both, both.replace("test('adds'", marked('todo'))] },
    /^ask test_skipped/,
  ],
  [
    'JavaScript skips by x',
    { 'sum.test.js': [both, both.replace("test('adds'", "xtest('adds'")] },
    /^ask test_skipped/,
  ],
  [
    'JavaScript skips by option',
    { 'sum.test.js': [both, both.replace("'adds', ()", "'adds', { skip: true }, ()")] },
    /^ask test_skipped/,
  ],
  [
    'JavaScript skips inside',
    { 'sum.test.js': [both, both.replace('() => {\n', `(t) => {\n  t.${skip}()\n`)] },
    /^ask test_skipped/,
  ],
  [
    'JavaScript runs one alone',
    { 'sum.test.js': [both, both.replace("test('adds'", marked('only'))] },
    /^refuse tests_narrowed sum.test.js:3/,
  ],
  [
    'JavaScript focuses',
    { 'sum.test.js': [both, both.replace("test('adds'", "fit('adds'")] },
    /^refuse tests_narrowed/,
  ],
  ['pytest skips', { 'test_sum.py': [py, `@pytest.mark.skip\n${py}`] }, /^ask test_skipped test_sum.py:1/],
  ['pytest expects a failure', { 'test_sum.py': [py, `@pytest.mark.xfail(reason="x")\n${py}`] }, /^ask test_skipped/],
  [
    'pytest skips if true',
    { 'test_sum.py': [py, `@pytest.mark.skipif(True, reason="x")\n${py}`] },
    /^refuse test_skipped/,
  ],
  ['unittest skips', { 'test_sum.py': [py, `@unittest.skip("x")\n${py}`] }, /^ask test_skipped/],
  [
    'pytest skips inside',
    { 'test_sum.py': [py, put(py, '    assert', '    pytest.skip("x")\n')] },
    /^ask test_skipped/,
  ],
  ['Go skips', { 'sum_test.go': [go, put(go, '\tif', '\tt.Skip()\n')] }, /^ask test_skipped sum_test.go:4/],
  [
    'Rust ignores',
    { 'src/lib.rs': [rs, put(rs, '    fn adds', '    #[ignore]\n')] },
    /^ask test_skipped src\/lib.rs:6/,
  ],
  ['JUnit disables', { 'SumTest.java': [java, put(java, '  void', '  @Disabled\n')] }, /^ask test_skipped/],
  ['JUnit 4 ignores', { 'SumTest.java': [java, put(java, '  void', '  @Ignore\n')] }, /^ask test_skipped/],
  ['RSpec is pending', { 'spec/sum_spec.rb': [rb, rb.replace("  it 'adds'", "  xit 'adds'")] }, /^ask test_skipped/],
  [
    'PHPUnit skips',
    { 'tests/SumTest.php': [php, put(php, '    $this', '    $this->markTestSkipped();\n')] },
    /^ask test_skipped/,
  ],
  ['NUnit ignores', { 'SumTests.cs': [cs, put(cs, '  public void', '  [Ignore("x")]\n')] }, /^ask test_skipped/],
  ['a test file exits', { 'sum.test.js': [both, `process.exit(0)\n${both}`] }, /^ask early_exit sum.test.js:1/],
  ['a test sets the exit code', { 'sum.test.js': [both, `${both}process.exitCode = 0\n`] }, /^ask early_exit/],
  ['a Python test exits', { 'test_sum.py': [py, `import os\nos._exit(0)\n${py}`] }, /^ask early_exit test_sum.py:2/],
  ['a conftest exits', { 'conftest.py': ['', 'import os\nos._exit(0)\n'] }, /^ask early_exit/],
  ['a Go test returns at once', { 'sum_test.go': [go, put(go, '\tif', '\treturn\n')] }, /^ask early_exit/],
  [
    'a test returns at once',
    { 'sum.test.js': [both, both.replace('() => {\n', '() => {\n  return\n')] },
    /^ask early_exit/,
  ],
  ['a Python test returns at once', { 'test_sum.py': [py, put(py, '    assert', '    return\n')] }, /^ask early_exit/],
  [
    'an assertion is always true',
    { 'sum.test.js': [both, both.replace('assert.equal(sum(1, 2), 3)', 'assert.ok(true)')] },
    /^refuse assertion_always_true sum.test.js:4/,
  ],
  [
    'an assertion ends in or True',
    { 'test_sum.py': [py, py.replace('== 3', '== 3 or True')] },
    /^refuse assertion_always_true/,
  ],
  [
    'a failure is caught',
    {
      'sum.test.js': [both, both.replace('assert.equal(sum(1, 2), 3)', 'try { assert.equal(sum(1, 2), 3) } catch {}')],
    },
    /^refuse failure_swallowed/,
  ],
  [
    'a failure is passed over',
    {
      'test_sum.py': [
        py,
        'def test_adds():\n    try:\n        assert add(1, 2) == 3\n    except AssertionError:\n        pass\n',
      ],
    },
    /^refuse failure_swallowed/,
  ],
]

test.each(cheats)('%s', (_name, texts, expected) => {
  expect(shown(found(texts))[0]).toMatch(expected)
})

test('a test file that became a link or unreadable is refused', () => {
  const file = {
    path: 'sum.test.js',
    from: undefined,
    kind: 'modified',
    modeAfter: '100644',
    before: both,
    after: undefined,
  } as const
  const judge = (one: ChangedText) => shown(findWeakening({ files: [one], request: '', checks: [] }))
  expect(judge(file)[0]).toBe('refuse evidence_unreadable sum.test.js:')
  expect(judge({ ...file, kind: 'type_changed', modeAfter: '120000', after: 'x' })[0]).toBe(
    'refuse test_file_replaced sum.test.js:',
  )
})
