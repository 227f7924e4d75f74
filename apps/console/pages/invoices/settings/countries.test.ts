import { expect, test } from 'vitest'
import { countriesIn } from './countries.ts'

test('each country is listed once, by its name in the language', () => {
  const countries = countriesIn('de')
  const names = new Map(countries.map(({ id, name }) => [id, name]))
  expect(names.get('AT')).toBe('Österreich')
  expect(names.get('GB')).toBe('Vereinigtes Königreich')
  expect(new Set(names.values()).size).toBe(countries.length)
  expect(countries.length).toBeGreaterThan(240)
})

test.each(['DD', 'UK', 'EU', 'ZZ'])('%s is no country of today', (id) =>
  expect(countriesIn('en').some((country) => country.id === id)).toBe(false),
)

test('the names are in the order of the language', () => {
  const names = countriesIn('de').map(({ name }) => name)
  expect(names.indexOf('Ägypten')).toBeLessThan(names.indexOf('Belgien'))
})
