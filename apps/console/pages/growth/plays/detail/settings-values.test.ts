import { expect, test } from 'vitest'
import { countriesIn } from './settings-values.ts'

test('countries are read with any separator, each once', () => {
  expect(countriesIn(' fr, IT;it  es')).toEqual(['FR', 'IT', 'ES'])
  expect(countriesIn('')).toEqual([])
  expect(countriesIn('FR, Italy')).toBeUndefined()
})
