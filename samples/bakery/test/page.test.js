import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, price } from '../page.js'

test('a price has two decimals', () => {
  assert.equal(price(190), '1.90 EUR')
})

test('the page lists every product with its price', () => {
  assert.match(page(), /<li>Rye loaf: 4.80 EUR<\/li>/)
})
