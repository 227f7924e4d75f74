import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutEscapes } from './escapes.ts'
import { withoutKey } from './without-key.ts'

const part = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefxyzABCXYZ0123456789-_.~+/=:')),
  minLength: 16,
  maxLength: 40,
})
const keys = fc.oneof(
  part,
  fc.tuple(part, part).map(([a, b]) => `${a}%"\\/${b}`),
)

const hexOf = (unit: string, digits: number) => unit.charCodeAt(0).toString(16).padStart(digits, '0')
const byUnit = (write: (unit: string) => string) => (text: string) => text.split('').map(write).join('')
/** What programs make of a text that they put into another. */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  json: (text) => JSON.stringify(text).slice(1, -1),
  'json with slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'json in ASCII of lower case': byUnit((unit) => `\\u${hexOf(unit, 4)}`),
  'json in ASCII of upper case': byUnit((unit) => `\\u${hexOf(unit, 4).toUpperCase()}`),
  'json here and there': byUnit((unit) => (/[aeA-Z/"\\]/.test(unit) ? `\\u${hexOf(unit, 4)}` : unit)),
  url: encodeURIComponent,
  'url, whole': byUnit((unit) => `%${hexOf(unit, 2)}`),
  'url, whole, of upper case': byUnit((unit) => `%${hexOf(unit, 2).toUpperCase()}`),
}
const layers = fc.array(fc.constantFrom(...Object.keys(escapes)), { maxLength: 3 })
const escaped = (text: string, names: readonly string[]) => names.reduce((inner, name) => escapes[name]!(inner), text)

test('a key is taken out of a text, however JSON and URLs escaped it', () =>
  fc.assert(
    fc.property(keys, layers, (key, names) => {
      const text = `{"content":"is ${escaped(key, names)}, twice ${escaped(key, names)}"}`
      expect(withoutKey(key, text)).toBe('{"content":"is …, twice …"}')
    }),
  ))

const encodings: Readonly<Record<string, (bytes: Buffer) => string>> = {
  base64: (bytes) => bytes.toString('base64'),
  base64url: (bytes) => bytes.toString('base64url'),
  'base64 in lines': (bytes) => bytes.toString('base64').replace(/.{19}/g, '$&\r\n'),
}

test('a key is taken out of base64, wherever it begins in it, and however that is escaped', () =>
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom('', 'json', 'url'),
      fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })),
      fc.constantFrom(...Object.keys(encodings)),
      layers,
      (key, inner, [before, after], encoding, names) => {
        const whole = Buffer.from('.'.repeat(before) + escaped(key, inner ? [inner] : []) + '.'.repeat(after))
        const text = `<${escaped(encodings[encoding]!(whole), ['json', ...names])}>`
        const shown = withoutKey(key, text)
        expect(shown).toContain('…')
        const left = withoutEscapes(shown).replaceAll(/[\r\n=<>]/g, '')
        // What stood around it, and a character at either end that it shares with that.
        expect(left.length).toBeLessThanOrEqual(1 + 2 * 8)
      },
    ),
  ))

test('a text without the key stays as it is', () =>
  fc.assert(
    fc.property(part, fc.string({ maxLength: 400 }), (key, text) => {
      fc.pre(!text.includes(key))
      expect(withoutKey(key, text)).toBe(text)
    }),
  ))

test('a short key is a word, and taken out of what holds no content alone', () => {
  expect(withoutKey('ollama', 'I am ollama')).toBe('I am ollama')
  expect(withoutKey('ollama', 'I am ollama', { always: true })).toBe('I am …')
  expect(withoutKey('x', 'an x', { always: true })).toBe('an …')
})

test('what is left of an answer is JSON still', () =>
  fc.assert(
    fc.property(keys, fc.string({ maxLength: 60 }), (key, around) => {
      const answer = { content: `${around}${key}${around}`, twice: JSON.stringify({ [around]: `Bearer ${key}` }) }
      const shown = withoutKey(key, JSON.stringify(answer))
      expect(shown).not.toContain(key)
      expect(Object.keys(JSON.parse(shown) as object)).toEqual(['content', 'twice'])
    }),
  ))
