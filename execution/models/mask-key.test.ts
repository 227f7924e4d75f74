import { expect, test } from 'vitest'
import { maskKey } from './endpoint-door.ts'

const key = 'sk-"of"-the/operator+1'

test('a key is masked as it is, escaped as in JSON, and encoded as in a URL', () => {
  const answer = JSON.stringify({ content: `is ${key}, twice ${key}`, url: `?key=${encodeURIComponent(key)}` })
  const shown = maskKey(key, answer)
  expect(JSON.parse(shown)).toEqual({ content: 'is …, twice …', url: '?key=…' })
  expect(maskKey(key, `Bearer ${key}`)).toBe('Bearer …')
})

test('a text without the key stays as it is', () => {
  expect(maskKey(key, 'sk-"of"-the/operator')).toBe('sk-"of"-the/operator')
  expect(maskKey(undefined, 'any text')).toBe('any text')
})

test('a short key is a word, and masked only outside of content', () => {
  expect(maskKey('ollama', 'I am ollama')).toBe('I am ollama')
  expect(maskKey('ollama', 'I am ollama', { always: true })).toBe('I am …')
})
