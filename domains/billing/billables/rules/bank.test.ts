import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bicPattern, ibanOf, ibanPattern, ibanText } from '../rules.ts'

// Examples of the registry of SWIFT, which administers ISO 13616.
const known = ['DE89370400440532013000', 'GB29NWBK60161331926819', 'NO9386011117947', 'MT84MALT011000012345MTLCAST001S']

test.each(known)('%s is an IBAN, with spaces and in small letters too', (iban) => {
  expect(ibanOf(iban)).toBe(iban)
  expect(ibanOf(ibanText(iban).toLowerCase())).toBe(iban)
  expect(ibanText(iban)).toMatch(new RegExp(ibanPattern))
})

test('an IBAN with one digit changed, or with two neighbours swapped, is invalid', () => {
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, place, by) => {
      const digits = Array.from(iban).flatMap((one, at) => (/\d/.test(one) ? [at] : []))
      const at = digits[place % digits.length]!
      const changed = `${iban.slice(0, at)}${(Number(iban[at]) + by) % 10}${iban.slice(at + 1)}`
      expect(ibanOf(changed)).toBeUndefined()
      const swapped = `${iban.slice(0, at)}${iban[at + 1] ?? ''}${iban[at]}${iban.slice(at + 2)}`
      if (at > 3 && iban[at + 1] !== undefined && iban[at + 1] !== iban[at]) expect(ibanOf(swapped)).toBeUndefined()
    }),
  )
})

test.each([
  ['COBADEFF', true],
  ['COBADEFFXXX', true],
  ['COBADEFFX', false],
  ['cobadeff', false],
])('%s as a BIC: %s', (text, expected) => expect(new RegExp(bicPattern).test(text)).toBe(expected))
