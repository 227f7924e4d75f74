import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMailAddress, normalEmail } from './email.ts'

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  [' ada@example.com\t', 'ada@example.com'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['Zoe\u0301@example.com', 'zo\u00e9@example.com'],
  ['ZO\u00c9@EXAMPLE.COM', 'zo\u00e9@example.com'],
  ['o\ufb03ce@example.com', 'office@example.com'],
])('%j is normalized to %j', (email, normal) => expect(normalEmail(email)).toBe(normal))

test('normalizing an address twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (email) => {
      const normal = normalEmail(email)
      expect(normalEmail(normal)).toBe(normal)
    }),
  )
})

test('an international domain has one normal form for both spellings', () => {
  expect(normalEmail('Ada@Bücher.example')).toBe('ada@xn--bcher-kva.example')
  expect(normalEmail('ada@xn--bcher-kva.example')).toBe('ada@xn--bcher-kva.example')
})

test.each([
  'ada@example.com',
  ' Ada.Lovelace+tag@Example.COM ',
  "o'brien@example.co.uk",
  'ada@bücher.example',
  'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  `${'a'.repeat(64)}@example.com`,
])('%j is a mail address', (text) => expect(isMailAddress(text)).toBe(true))

test.each([
  ['nothing', ''],
  ['no at sign', 'ada.example.com'],
  ['two at signs', 'ada@home@example.com'],
  ['no domain', 'ada@'],
  ['one label', 'ada@localhost'],
  ['an IP address', 'ada@127.0.0.1'],
  ['two dots', 'ada..l@example.com'],
  ['a space', 'ada l@example.com'],
  ['a line break', 'ada@example.com\r\nBcc: eve@example.com'],
  ['a control character', 'ada\u0007@example.com'],
  ['a bidirectional control', 'ada\u202emoc@example.com'],
  ['letters of another script before the @', 'аda@example.com'],
  ['a per cent sign in the domain', 'ada@ex%61mple.com'],
  ['a path behind the domain', 'ada@bücher.example/x'],
  ['65 characters before the @', `${'a'.repeat(65)}@example.com`],
  ['more than 254 characters', `ada@${'abcdefghi.'.repeat(25)}com`],
])('%s is not a mail address', (_why, text) => expect(isMailAddress(text)).toBe(false))
