import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliverableAddress, readMailbox } from './address.ts'

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['  Ada.Lovelace+tag@Example.COM ', 'Ada.Lovelace+tag@example.com'],
  ["o'brien!#$%&*/=?^_`{|}~-@example.com", "o'brien!#$%&*/=?^_`{|}~-@example.com"],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['用户@例え.jp', '用户@xn--r8jz45g.jp'],
  ['owner@localhost', 'owner@localhost'],
  ['"much more unusual"@example.com', '"much more unusual"@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('%s is an accepted address', (text, address) => {
  expect(deliverableAddress(text)).toBe(address)
})

test.each([
  ['no at sign', 'ada.example.com'],
  ['nothing before it', '@example.com'],
  ['nothing after it', 'ada@'],
  ['two dots', 'ada..l@example.com'],
  ['a space', 'ada l@example.com'],
  ['a line break', 'ada@example.com\r\nBcc: eve@example.com'],
  ['a break in quotes', '"ada\r\n"@example.com'],
  ['a command in quotes', '"ada> SIZE=1"@example.com'],
  ['two addresses', 'ada@example.com,eve@example.com'],
  ['angle brackets', '<ada@example.com>'],
  ['an IP address', 'ada@127.0.0.1'],
  ['an address literal', 'ada@[127.0.0.1]'],
  ['a per cent sign in the domain', 'ada@ex%61mple.com'],
  ['a local part of 65 bytes', `${'a'.repeat(65)}@example.com`],
  ['a label of 64 bytes', `ada@${'a'.repeat(64)}.com`],
  ['more than 254 bytes', `ada@${'abcdefghi.'.repeat(25)}com`],
  ['half a character', 'a\ud800@example.com'],
])('%s is not an accepted address', (_why, text) => {
  expect(deliverableAddress(text)).toBeUndefined()
})

test('an accepted address survives SMTP unchanged', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress()), (text) => {
      const address = deliverableAddress(text)
      if (address === undefined) return
      expect(address).not.toMatch(/[\p{Cc}<>]/u)
      expect(Buffer.byteLength(address)).toBeLessThanOrEqual(254)
      expect(deliverableAddress(address)).toBe(address)
    }),
  ))

test.each([
  ['Atelier <mail@example.com>', { name: 'Atelier', address: 'mail@example.com' }],
  ['"Acme, Inc." <mail@example.com>', { name: 'Acme, Inc.', address: 'mail@example.com' }],
  ['<mail@example.com>', { address: 'mail@example.com' }],
  ['mail@bücher.example', { address: 'mail@xn--bcher-kva.example' }],
  ['Atelier', undefined],
  ['A\r\nBcc: eve@example.com <mail@example.com>', undefined],
  ['A <mail@example.com> <eve@example.com>', undefined],
])('%s is parsed as a mailbox', (text, mailbox) => {
  expect(readMailbox(text)).toEqual(mailbox)
})
