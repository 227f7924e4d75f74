import { expect, test } from 'vitest'
import { countryCode, countriesOf, countryRules, isExcluded } from './countries.ts'

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

test.each([
  ['Irland', ['example.ie'], ['IE']],
  [undefined, ['example.co.uk'], ['GB']],
  [undefined, ['example.io'], []],
  [undefined, ['example.com'], []],
  [undefined, ['holding.ie', 'firma.de'], ['IE', 'DE']],
  ['Irland', ['firma.de'], ['IE', 'DE']],
  ['Atlantis', ['firma.fi'], ['FI']],
])('a company in “%s” with the domains %j may be in %j', (known, domains, countries) => {
  expect(countriesOf(known, domains)).toEqual(countries)
})

test.each(['DE', 'AT', 'CH'])('companies in %s get no mail without recorded consent', (country) => {
  expect(isExcluded([country], false, open)).toBe(true)
  expect(isExcluded([country], true, open)).toBe(false)
})

test('a play excludes countries despite a consent, and unknown ones if configured so', () => {
  expect(isExcluded(['IE'], true, { ...open, excludedCountries: ['IE'] })).toBe(true)
  expect(isExcluded(['IE'], false, open)).toBe(false)
  expect(isExcluded([], false, open)).toBe(true)
  expect(isExcluded(['JP'], false, open)).toBe(true)
  expect(isExcluded([], false, { ...open, excludesUnknownLaw: false })).toBe(false)
})

test.each([
  [['IE', 'DE'], open, true],
  [['DE', 'IE'], open, true],
  [['IE', 'GB'], open, false],
  [['IE', 'FI'], open, true],
  [['IE', 'FI'], { ...open, excludesUnknownLaw: false }, false],
  [['IE', 'FI'], { excludedCountries: ['FI'], excludesUnknownLaw: false }, true],
])('the strictest of the countries %j counts with %j: %s', (countries, rules, expected) => {
  expect(isExcluded(countries, false, rules)).toBe(expected)
})

test('every rule names its law and the place of its text', () => {
  for (const { law, source } of Object.values(countryRules)) {
    expect(law).not.toBe('')
    expect(new URL(source).protocol).toBe('https:')
  }
})
