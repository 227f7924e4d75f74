import { expect, test } from 'vitest'
import { lineThatNames } from './read-documents.ts'

const lineOf = (text: string, path = 'src/a.js', document = 'docs/terms.md') =>
  lineThatNames(document, { path, text })?.line

test.each([
  ['a call that reads it', "const a = 1\nconst b = readFileSync('../docs/terms.md', 'utf8')\n", 'src/a.js', 2],
  ['a path in parts', "open(join('docs', 'terms.md'))\n", 'src/a.js', 1],
  ['a macro', 'const A: &str = include_str!("../docs/terms.md");\n', 'src/a.rs', 1],
  ['a directive of Go', '//go:embed docs/terms.md\nvar a string\n', 'a.go', 1],
])('a document is named by %s', (_what, text, path, line) => {
  expect(lineOf(text, path)).toBe(line)
})

test.each([
  ['a comment', "// see 'docs/terms.md'\n", 'src/a.js'],
  ['a document of another folder', "read('other/terms.md')\n", 'src/a.js'],
  ['a longer name', "read('docs/my-terms.md')\n", 'src/a.js'],
  ['documentation of a crate', '#![doc = include_str!("../docs/terms.md")]\n', 'src/lib.rs'],
])('a document is not named by %s', (_what, text, path) => {
  expect(lineOf(text, path)).toBeUndefined()
})
