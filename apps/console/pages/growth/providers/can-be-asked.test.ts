import { expect, test } from 'vitest'
import { askedOf, type Chain } from './can-be-asked.ts'

const provider = (id: string, isReady: boolean) => ({ provider: id, isReady }) as Chain['providers'][number]

test('an order asks its providers that are on and have a key, in its order', () => {
  const providers = [provider('imprint', true), provider('hunter', false), provider('apollo', true)]
  expect(askedOf({ order: ['apollo', 'hunter', 'imprint'], providers })).toEqual(['apollo', 'imprint'])
  expect(askedOf({ order: ['hunter'], providers })).toEqual([])
})
