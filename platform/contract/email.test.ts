import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalEmail } from './email.ts'

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  [' ada@example.com\t', 'ada@example.com'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['Zoe\u0301@example.com', 'zo\u00e9@example.com'],
  ['ZO\u00c9@EXAMPLE.COM', 'zo\u00e9@example.com'],
  ['o\ufb03ce@example.com', 'office@example.com'],
])('%j is %j', (email, normal) => expect(normalEmail(email)).toBe(normal))

test('a normal form is its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (email) => {
      const normal = normalEmail(email)
      expect(normalEmail(normal)).toBe(normal)
    }),
  )
})
