import { expect, test } from 'vitest'
import { countryCode, countryOf, countryRules, isExcluded } from './countries.ts'

const open = { excludedCountries: [], excludesUnknownLaw: true }

test.each([
  ['AT', 'AT'],
  [' austria ', 'AT'],
  ['Österreich', 'AT'],
  ['Deutschland', 'DE'],
  ['UK', 'GB'],
  ['United States', 'US'],
  ['Atlantis', undefined],
  ['=cmd', undefined],
])('the country of “%s” is %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})

test('the country of a company is what is known, else the ending of its domain', () => {
  expect(countryOf('Irland', 'example.at')).toBe('IE')
  expect(countryOf(undefined, 'example.co.uk')).toBe('GB')
  expect(countryOf(undefined, 'example.io')).toBeUndefined()
})

test.each(['DE', 'AT', 'CH'])('companies in %s get no mail without recorded consent', (country) => {
  expect(isExcluded(country, false, open)).toBe(true)
  expect(isExcluded(country, true, open)).toBe(false)
})

test('a play excludes countries whatever consent there is, and the unknown where it says so', () => {
  expect(isExcluded('IE', true, { ...open, excludedCountries: ['IE'] })).toBe(true)
  expect(isExcluded('IE', false, open)).toBe(false)
  expect(isExcluded(undefined, false, open)).toBe(true)
  expect(isExcluded('JP', false, open)).toBe(true)
  expect(isExcluded(undefined, false, { ...open, excludesUnknownLaw: false })).toBe(false)
})

test('every rule names its law and where that is read', () => {
  for (const { law, source } of Object.values(countryRules)) {
    expect(law).not.toBe('')
    expect(new URL(source).protocol).toBe('https:')
  }
})
