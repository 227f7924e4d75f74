import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEntry } from './entry.ts'

test.each([
  ['ada@example.com', 'address', 'ada@example.com'],
  ['  Ada.Lovelace+Tag@EXAMPLE.com ', 'address', 'ada.lovelace@example.com'],
  ['ＡＤＡ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'address', 'ada@example.com'],
  ['ada@BÜCHER.example', 'address', 'ada@xn--bcher-kva.example'],
  ['"A b"@example.com', 'address', '"a b"@example.com'],
  ['Example.COM', 'domain', 'example.com'],
  ['@example.com', 'domain', 'example.com'],
  ['bücher.example', 'domain', 'xn--bcher-kva.example'],
])('%s is the %s %s', (text, kind, value) => {
  expect(readEntry(text)).toEqual({ kind, value })
})

test.each([
  ['empty', ''],
  ['one label', 'com'],
  ['an IP address', '127.0.0.1'],
  ['two at signs', '@@example.com'],
  ['a name beside the address', 'Ada <ada@example.com>'],
  ['a comment', 'ada(work)@example.com'],
  ['two addresses', 'ada@example.com, eve@example.com'],
  ['a line break', 'ada@example.com\r\nBcc: eve@example.com'],
  ['a URL', 'https://example.com/'],
  ['a wildcard', '*.example.com'],
  ['a formula', '=cmd|calc!A1'],
])('%s is neither an address nor a domain', (_what, text) => {
  expect(readEntry(text)).toBeUndefined()
})

test('a look-alike domain is another domain', () => {
  expect(readEntry('ada@еxample.com')?.value).toBe('ada@xn--xample-2of.com')
})

test('a normal form is its own normal form, in every case and width', () =>
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.domain(), fc.string({ unit: 'binary' })), (text) => {
      const entry = readEntry(text)
      if (entry === undefined) return
      expect(readEntry(entry.value)).toEqual(entry)
      // Capitals of other letters can be several letters: that of ß is SS.
      const capitals = entry.value.replace(/[a-z]/g, (letter) => letter.toUpperCase())
      expect(readEntry(` ${capitals} `)).toEqual(entry)
    }),
  ))
