import { expect, test } from 'vitest'
import { bodyOf, countriesIn, faultsIn, type TypedPlay } from './settings-values.ts'

const typed: TypedPlay = {
  name: 'Wholesalers',
  audience: '',
  language: 'en',
  excludedCountries: '',
  excludesUnknownLaw: true,
  bookingUrl: '',
  hardCapUsd: '',
  sendApproval: 'always',
  mailboxIds: [],
}

test('countries are read with any separator, each once', () => {
  expect(countriesIn(' fr, IT;it  es')).toEqual(['FR', 'IT', 'ES'])
  expect(countriesIn('')).toEqual([])
  expect(countriesIn('FR, Italy')).toBeUndefined()
})

test('fields without a value that can be sent are named', () => {
  expect(faultsIn(typed)).toEqual([])
  expect(faultsIn({ ...typed, name: ' ', excludedCountries: 'France', hardCapUsd: 'much' })).toEqual([
    'name',
    'excludedCountries',
    'hardCapUsd',
  ])
})

test('only changed fields are sent, empty ones as null', () => {
  expect(bodyOf({})).toEqual({})
  expect(bodyOf({ bookingUrl: ' ', hardCapUsd: '20,50', excludedCountries: 'fr' })).toEqual({
    bookingUrl: null,
    hardCapUsd: 20.5,
    excludedCountries: ['FR'],
  })
})
