import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceCents } from '../prices.js'

test('a reduced ticket costs seven tenths', () => {
  assert.equal(priceCents({ area: 'balcony', reduced: true }), 1_680)
})
