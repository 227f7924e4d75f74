import type { Language } from '../../packages/verdict/test-changes/languages.ts'

export const languages: Language[] = [
  ...(['javascript', 'python', 'go', 'rust', 'java', 'kotlin', 'ruby', 'php', 'csharp', 'c', 'hash', 'json'] as const),
]

/** Beginnings that a lexer could be made to walk through again and again. */
export const hostile: readonly string[] = [
  '/',
  '/[',
  '`${',
  '/*',
  '(',
  ')/',
  '"""',
  "'",
  '<<A ',
  '<<~A1\n',
  'r#"',
  '\\',
  '{',
  '#',
  '=begin',
  '\n=begin',
  '@"',
  "'''",
  ' ',
  'if(',
  '//',
]

/** The pieces of a change that a search could walk through again and again, and the kinds of files that it is in. */
export const units = [
  'test(',
  'expect(',
  "it('a', () => {",
  'assert ',
  '\n',
  ' ',
  '@Test ',
  'try {',
  'catch',
  '"lines": 9 ',
  '|| ',
  'a.',
  'process.env.',
  'def test_a(',
  'x = 1 or ',
  '--ignore ',
]
export const paths = [
  'a.test.js',
  'test_a.py',
  'a_test.go',
  'ATest.java',
  'a_spec.rb',
  'a_test.rs',
  'ATest.php',
  'ATests.cs',
  'package.json',
  'Makefile',
  'conftest.py',
  'a.js',
]
