import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeSeats } from '../seats.js'

test('a seat that is sold or held is not free', () => {
  assert.deepEqual(freeSeats({ seats: ['A1', 'A2', 'A3'], sold: ['A1'], held: ['A3'] }), ['A2'])
})
