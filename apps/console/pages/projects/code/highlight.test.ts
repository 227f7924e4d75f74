import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong } from '../../../../../testing/soak.ts'
import { linesOfTokens, tokensOf } from './highlight.ts'

const names = ['a.ts', 'a.py', 'a.sh', 'a.sql', 'a.html', 'a.css', 'a.json', 'a.yml', 'a.rs', 'Dockerfile']
const code = fc
  .array(
    fc.constantFrom(
      '"',
      "'",
      '`',
      '\\',
      '//',
      '/*',
      '*/',
      '#',
      '--',
      '\n',
      ' ',
      'if',
      'x1',
      '12.5',
      '<!--',
      '"""',
      'é',
    ),
  )
  .map((parts) => parts.join(''))

test('tokens put together are the text, in every language and for every text', () =>
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.oneof(code, fc.string({ unit: 'grapheme' })), (name, text) => {
      const tokens = tokensOf(text, name)!
      expect(tokens.map((token) => token.text).join('')).toBe(text)
      const lines = linesOfTokens(tokens)
      expect(lines.map((line) => line.map((token) => token.text).join('')).join('\n')).toBe(text)
    }),
  ))

const kinds = (text: string, name: string) =>
  tokensOf(text, name)!.flatMap((token) => (token.kind ? [`${token.kind} ${token.text}`] : []))

test('distinguishes words, texts, numbers and comments', () => {
  expect(kinds('const a = "x\\"" // not 1\n/* if\n*/ return `a\nb` + 0xff', 'a.ts')).toEqual([
    'k const',
    's "x\\""',
    'c // not 1',
    'c /* if\n*/',
    'k return',
    's `a\nb`',
    'n 0xff',
  ])
  expect(kinds("def f(): # no\n  return '''a\nb'''", 'a.py')).toEqual(['k def', 'c # no', 'k return', "s '''a\nb'''"])
  expect(kinds('echo "$#" a#b # c', 'a.sh')).toEqual(['k echo', 's "$#"', 'c # c'])
  expect(kinds('SELECT a FROM b -- c', 'a.sql')).toEqual(['k SELECT', 'k FROM', 'c -- c'])
  expect(kinds('name: true # yes', 'a.yml')).toEqual(['k true', 'c # yes'])
  expect(kinds('let a: &\'static str = "x";', 'a.rs')).toEqual(['k let', 'k static', 'k str', 's "x"'])
})

test('a file without a known language has no tokens', () => {
  expect(tokensOf('if', 'notes.txt')).toBeUndefined()
  expect(tokensOf('if', 'LICENSE')).toBeUndefined()
})

test.runIf(isLong).each(['"', '/*', '`', '\\', '#', '1', 'a', '"""', '<!--'])(
  'many of %s take steps only in its length',
  (part) => {
    for (const name of names) {
      const tokens = tokensOf(part.repeat(2 ** 15), name)!
      expect(tokens.reduce((sum, { text }) => sum + text.length, 0)).toBe(part.length * 2 ** 15)
    }
  },
)
