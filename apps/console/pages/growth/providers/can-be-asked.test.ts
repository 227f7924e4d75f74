import { expect, test } from 'vitest'
import { askedOf, placedAt, type Chain } from './can-be-asked.ts'

const provider = (id: string, isReady: boolean) => ({ provider: id, isReady }) as Chain['providers'][number]

test('an order asks its providers that are on and have a key, in its order', () => {
  const providers = [provider('imprint', true), provider('hunter', false), provider('apollo', true)]
  expect(askedOf({ order: ['apollo', 'hunter', 'imprint'], providers })).toEqual(['apollo', 'imprint'])
  expect(askedOf({ order: ['hunter'], providers })).toEqual([])
})

test('a provider takes a place among the asked providers, or leaves the order', () => {
  const providers = [provider('imprint', true), provider('hunter', false), provider('apollo', true)]
  const order = ['hunter', 'imprint', 'apollo']
  expect(placedAt({ order, providers }, 'apollo', 1)).toEqual(['apollo', 'hunter', 'imprint'])
  expect(placedAt({ order, providers }, 'imprint', 2)).toEqual(['hunter', 'apollo', 'imprint'])
  expect(placedAt({ order, providers }, 'imprint', 0)).toEqual(['hunter', 'apollo'])
  expect(placedAt({ order: [], providers }, 'apollo', 1)).toEqual(['apollo'])
})
