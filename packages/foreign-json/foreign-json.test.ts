import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foreignJson, wellFormedJson } from './index.ts'

test.each([
  ['a half of a pair', String.raw`"a\ud800b"`, 'a\ufffdb'],
  ['the other half', String.raw`"\uDC00"`, '\ufffd'],
  ['halves in the wrong order', String.raw`"\udc00\ud800"`, '\ufffd\ufffd'],
  ['a pair', String.raw`"\ud83d\ude00"`, '\u{1f600}'],
  ['a half before a pair', String.raw`"\ud83d\ud83d\ude00"`, '\ufffd\u{1f600}'],
  ['NUL', String.raw`"\u0000"`, '\ufffd'],
  ['a backslash before what looks like an escape', String.raw`"\\ud800 \\u0000"`, String.raw`\ud800 \u0000`],
  ['a name', String.raw`{"\ud800": 1}`, { '\ufffd': 1 }],
])('%s', (_what, text, value) => expect(foreignJson(text)).toEqual(value))

test('every value becomes text that a row accepts, and text that a row accepts stays unchanged', () =>
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.string({ unit: 'binary' }), (json, text) => {
      const wild = JSON.stringify({ json: JSON.parse(json) as unknown, text })
      const out = JSON.stringify(foreignJson(wild))
      expect(out).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/)
      expect(wellFormedJson(out)).toBe(out)
    }),
  ))
