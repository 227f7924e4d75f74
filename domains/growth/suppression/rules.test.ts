import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEntry } from './entry.ts'
import { forbiddingEntries, mailboxOf } from './rules.ts'

test('an address is forbidden by its own entry, its mailbox without a tag, its domain and the domains above', () => {
  expect(forbiddingEntries('ada+news@mail.example.co.uk')).toEqual([
    'ada+news@mail.example.co.uk',
    'ada@mail.example.co.uk',
    'mail.example.co.uk',
    'example.co.uk',
    'co.uk',
  ])
})

test.each([
  ['+@example.com', ['+@example.com', 'example.com']],
  ['"a+b"@example.com', ['"a+b"@example.com', 'example.com']],
  ['owner@localhost', ['owner@localhost']],
])('%s is forbidden by %j', (address, entries) => {
  expect(forbiddingEntries(address)).toEqual(entries)
})

test.each([
  ['ada+news@example.com', 'ada@example.com'],
  ['ada@example.com', 'ada@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['"a+b"@example.com', '"a+b"@example.com'],
])('the mailbox of %s is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
  expect(mailboxOf(mailbox)).toBe(mailbox)
})

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/)
const domains = fc.array(label, { minLength: 2, maxLength: 5 }).map((labels) => labels.join('.'))
const locals = fc.stringMatching(/^[a-z0-9]{1,12}$/)

test('an entry of a domain forbids every address in it and in its subdomains, and no other', () =>
  fc.assert(
    fc.property(locals, domains, domains, (local, address, listed) => {
      const isBelow = address === listed || address.endsWith(`.${listed}`)
      expect(forbiddingEntries(`${local}@${address}`).includes(listed)).toBe(isBelow)
      expect(forbiddingEntries(`${local}@x.${listed}`)).toContain(listed)
    }),
  ))

test('each forbidding entry can be added to the list', () =>
  fc.assert(
    fc.property(fc.emailAddress(), (text) => {
      const entry = readEntry(text)
      fc.pre(entry !== undefined)
      const forbidding = forbiddingEntries(entry.value)
      expect(forbidding.map((value) => readEntry(value)?.value)).toEqual(forbidding)
    }),
  ))
