import { expect, test } from 'vitest'
import { isIdentifier } from './identifiers.ts'

const given = [
  ['0002', '732829320'],
  ['0007', '5560360793'],
  ['0009', '73282932000074'],
  ['0009', '35600000012345'],
  ['0088', '4006381333931'],
  ['0106', '12345678'],
  ['0151', '51824753556'],
  ['0184', 'DK12345674'],
  ['0192', '923609016'],
  ['0204', '04011000-1234512345-06'],
  ['0208', '0403170701'],
  ['0225', '732829320_BILLS'],
  ['9930', 'DE123456788'],
  ['9944', 'NL123456782B90'],
  ['EM', 'billing@globex.example'],
] as const

test('a number that its scheme has issued is valid, and with another digit or letter it is invalid', () => {
  expect(given.filter(([scheme, value]) => !isIdentifier({ scheme, value }))).toEqual([])
  const changed = [
    ['0002', '732829321'],
    ['0002', '73282932'],
    ['0007', '5560360794'],
    ['0009', '73282932000075'],
    ['0088', '4006381333932'],
    ['0151', '51824753557'],
    ['0151', '01824753556'],
    ['0192', '923609017'],
    ['0192', '000000000'],
    ['0204', '04011000'],
    ['0208', '0403170702'],
    ['0208', '2403170701'],
    ['0225', '732829321_BILLS'],
    ['0225', '732829320 BILLS'],
    ['9930', 'FR123456788'],
    ['EM', 'billing'],
  ] as const
  expect(changed.filter(([scheme, value]) => isIdentifier({ scheme, value }))).toEqual([])
})

test('a scheme without a rule here takes any value', () => {
  expect(isIdentifier({ scheme: '9915', value: 'B:REF-1' })).toBe(true)
})
