import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordFrequency } from '../word-count.js'

test('a text says how often each of its words occurs', () => {
  const counts = wordFrequency('One two, TWO three. Three three')
  assert.deepEqual([counts.get('one'), counts.get('two'), counts.get('three')], [1, 2, 3])
})
