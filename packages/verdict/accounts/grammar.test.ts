import { expect, test } from 'vitest'
import { languageAt, parseProgram } from './grammar.ts'

const programs: readonly [path: string, whole: string, broken: string][] = [
  ['a.js', 'const a = <b>c</b>\n', 'const = 1\n'],
  ['a.mts', 'const a: number = 1\n', 'const a: = 1\n'],
  ['a.tsx', 'const a: A = <b>c</b>\n', 'const a = <b>c</d\n'],
  ['a.py', 'def f():\n    return 1\n', 'def f(:\n    return 1\n'],
  ['a.go', 'package a\n\nfunc f() int { return 1 }\n', 'package a\n\nfunc f( int { return 1 }\n'],
  ['a.sh', 'if true; then echo a; fi\n', 'if true; then echo a\n'],
  ['a.rs', 'fn f() -> u8 { 1 }\n', 'fn f( -> u8 { 1 }\n'],
  ['a.java', 'class A { int f() { return 1; } }\n', 'class A { int f() { return 1 } }\n'],
  ['a.rb', 'def f\n  1\nend\n', 'def f\n  1\n'],
  ['a.php', '<?php function f() { return 1; }\n', '<?php function f() { return 1 \n'],
  ['a.cs', 'class A { int F() { return 1; } }\n', 'class A { int F( { return 1; } }\n'],
]

test.each(programs)('%s: a program is read only if its grammar reads all of it', async (path, whole, broken) => {
  const tree = await parseProgram(path, whole)
  expect(tree?.rootNode.endIndex).toBe(whole.length)
  tree?.delete()
  expect(await parseProgram(path, broken)).toBeUndefined()
  expect(await parseProgram(path, `${whole}\0${whole}`)).toBeUndefined()
})

test('a path without a known ending has no grammar', async () => {
  expect(['a.js.txt', 'js', '.jsx/a', 'Makefile', 'a.JS'].map(languageAt)).toEqual(Array(5).fill(undefined))
  expect(await parseProgram('a.txt', 'a')).toBeUndefined()
})

test('a text that is too large is not read', async () => {
  expect(await parseProgram('a.js', 'a\n'.repeat(500_001))).toBeUndefined()
})
