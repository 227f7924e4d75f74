import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordCount } from '../word-count.js'

test('nothing has no words', () => {
  assert.equal(wordCount(''), 0)
})

test('spaces and signs are no words', () => {
  assert.equal(wordCount('  one, two … three! '), 3)
})

test('letters of every script make words', () => {
  assert.equal(wordCount('Straße, naïve, 東京'), 3)
})
