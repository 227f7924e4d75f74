import { expect, test } from 'vitest'
import { found, js, shown, type Texts } from '../../../testing/repositories/changes.ts'

const typed = [{ command: 'tsc --noEmit' }]

test.each([
  ['sum.ts', '// @ts-ignore'],
  ['sum.ts', '// @ts-expect-error: later'],
  ['sum.js', '// eslint-disable-next-line no-undef'],
  ['sum.ts', '// biome-ignore lint/a: b'],
  ['sum.py', 'a = b  # noqa: F821'],
  ['sum.py', 'a = b  # type: ignore[name-defined]'],
  ['sum.go', '//nolint:errcheck'],
  ['sum.js', '/* istanbul ignore next */'],
  ['sum.js', '/* node:coverage disable */'],
])('%s: one “%s” asks, for any request', (path, line) => {
  const texts: Texts = { [path]: ['\n', `\n${line}\na()\n`] }
  expect(shown(found(texts))).toEqual([`ask checks_suppressed ${path}:2`])
  expect(shown(found(texts, 'Disable the failing lint rules by comments.'))).toEqual([
    `ask checks_suppressed ${path}:2`,
  ])
})

test.each([
  ['sum.ts', '// @ts-nocheck'],
  ['sum.js', '/* eslint-disable */'],
  ['sum.js', '/* eslint-disable no-undef */'],
  ['sum.py', '# ruff: noqa'],
  ['sum.py', '# mypy: ignore-errors'],
  ['sum.py', '# pylint: skip-file'],
])('%s: “%s” silences the whole file, and asks for every request', (path, line) => {
  const texts: Texts = { [path]: ['\n', `${line}\na()\n`] }
  expect(shown(found(texts, 'Fix the lint errors with eslint, ruff or mypy comments.'))).toEqual([
    `ask checks_suppressed ${path}:1`,
  ])
})

test('comments that move to another file, or were in the file, are no finding', () => {
  const line = '// @ts-ignore\na()\n'
  expect(found({ 'a.ts': [line, ''], 'b.ts': [undefined, line] })).toEqual([])
  expect(found({ 'a.ts': [line, `b()\n${line}`] })).toEqual([])
})

test('a type error that a test expects is a note', () => {
  const texts: Texts = { 'sum.test.ts': [js(''), js('// @ts-expect-error\nsum()')] }
  expect(shown(found(texts))).toEqual(['note checks_suppressed sum.test.ts:3'])
})

test('casts to any ask if a checker of types or style is among the checks', () => {
  const texts: Texts = { 'sum.ts': ['const a = b\n', 'const a = b as any\nconst c: any = a\n'] }
  expect(shown(found(texts, 'Mend it.', typed))).toEqual(['ask any_added sum.ts:1'])
  expect(found(texts)).toEqual([])
  expect(found({ 'sum.ts': ['', 'const text = "as any"\nconst company: Many = 1\n'] }, 'Mend it.', typed)).toEqual([])
})

const tsconfig = (lists: string) => `{\n  // Types.\n  "include": ["src"],\n  "exclude": [${lists}],\n}\n`
test.each<readonly [string, Texts, string]>([
  ['a file that tsc excludes', { 'tsconfig.json': [tsconfig(''), tsconfig('"src/bad.ts"')] }, 'tsconfig.json:4'],
  [
    'a folder that tsc includes no more',
    { 'tsconfig.json': [tsconfig('').replace('"src"', '"src", "lib"'), tsconfig('')] },
    'tsconfig.json:3',
  ],
  ['files that are listed now', { 'tsconfig.json': ['{}', '{\n"files": ["a.ts"] }'] }, 'tsconfig.json:2'],
  ['a line of .eslintignore', { '.eslintignore': ['a\n', 'a\nsrc/bad.js\n'] }, '.eslintignore:2'],
  [
    'files that ESLint ignores',
    { 'eslint.config.js': ['export default []\n', 'export default [\n{ ignores: ["src/bad.js"] }]\n'] },
    'eslint.config.js:2',
  ],
])('%s asks for every request', (_what, texts, place) => {
  expect(shown(found(texts, 'Update the eslint and tsconfig settings.'))).toContain(`ask files_excluded ${place}`)
})

test.each<readonly [string, Texts]>([
  ['skipLibCheck', { 'tsconfig.json': ['{}', '{ "skipLibCheck": true }'] }],
  ['strictness', { 'tsconfig.json': ['{ "strictNullChecks": true }', '{ "strictNullChecks": false }'] }],
  ['a rule that warns', { '.eslintrc.json': ['{ "eqeqeq": "error" }', '{ "eqeqeq": "warn" }'] }],
  ['a rule that is gone', { '.eslintrc.json': ['{\n"eqeqeq": "error",\n"b": "error" }', '{\n"b": "error" }'] }],
  ['a checker in Biome', { 'biome.json': ['{ "enabled": true }', '{ "enabled": false }'] }],
  ['rules of mypy', { 'mypy.ini': ['[mypy]\ndisallow_untyped_defs = True\n', '[mypy]\n'] }],
  ['rules that ruff ignores', { 'ruff.toml': ['', 'ignore = ["E501"]\n'] }],
])('a looser checker asks, for any request: %s', (_what, texts) => {
  expect(shown(found(texts))[0]).toMatch(/^ask checker_loosened/)
  expect(shown(found(texts, 'Relax the lint rules of eslint, biome, mypy, ruff and tsconfig.'))[0]).toMatch(/^ask/)
})
