import { findWeakening } from '../../packages/verdict/test-changes/find-weakening.ts'
import type { ChangedText, Finding } from '../../packages/verdict/index.ts'

/** Texts of files before and after a change; a third text is the path before. */
export type Texts = Readonly<
  Record<string, readonly [before: string | undefined, after: string | undefined, from?: string]>
>

export const filesOf = (texts: Texts): ChangedText[] =>
  Object.entries(texts).map(([path, [before, after, from]]) => ({
    path,
    before,
    after,
    from,
    modeAfter: after === undefined ? '000000' : '100644',
    kind: from ? 'renamed' : before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified',
  }))
export const found = (texts: Texts, request = 'Fix the sum.', checks: readonly { command: string }[] = []) =>
  findWeakening({ files: filesOf(texts), request, checks })
export const shown = (findings: readonly Finding[]) =>
  findings.map(({ level, kind, path, line }) => `${level} ${kind} ${path}:${line ?? ''}`)

export const js = (body: string) => `import test from 'node:test'\nimport assert from 'node:assert'\n${body}\n`
export const adds = "test('adds', () => {\n  assert.equal(sum(1, 2), 3)\n})"
export const zero = "test('adds zero', () => {\n  assert.equal(sum(1, 0), 1)\n})"
export const both = js(`${adds}\n${zero}`)
export const py = 'def test_adds():\n    assert add(1, 2) == 3\n'
export const go = 'package sum\n\nfunc TestAdds(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n'
export const rs =
  'pub fn sum() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(sum(), 3);\n    }\n}\n'
export const java = 'class SumTest {\n  @Test\n  void adds() {\n    assertEquals(3, sum(1, 2));\n  }\n}\n'
export const rb = "describe 'sum' do\n  it 'adds' do\n    expect(sum(1, 2)).to eq(3)\n  end\nend\n"
export const php =
  '<?php\nclass SumTest {\n  public function testAdds() {\n    $this->assertSame(3, sum(1, 2));\n  }\n}\n'
export const cs = 'class SumTests {\n  [Fact]\n  public void Adds() {\n    Assert.Equal(3, Sum(1, 2));\n  }\n}\n'
/** The word that hides a test, for the texts of tests that hide one. */
export const skip = 'skip'

/** How a test named “adds” begins that is marked so. */
export const marked = (mark: string) => `test.${mark}('adds'`
export const put = (text: string, before: string, line: string) => text.replace(before, `${line}${before}`)
export const pack = (scripts: object, more: object = {}) => JSON.stringify({ name: 'sum', scripts, ...more }, null, 2)
