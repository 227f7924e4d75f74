import { expect, test } from 'vitest'
import { isSameSite, readConfiguration } from './configuration.ts'
import { StartRefusal } from './refusal.ts'

test.each([
  ['console.example.com', 'example.com'],
  ['console.example.com', 'previews.example.com'],
  ['atelier.example.co.uk', 'previews.example.co.uk'],
  ['app.preview.localhost', 'preview.localhost'],
  ['console.ab.de', 'preview.ab.de'],
  ['127.0.0.1', '127.0.0.1'],
])('%s and %s belong to one site', (one, other) => {
  expect(isSameSite(one, other)).toBe(true)
})

test.each([
  ['console.example.com', 'previews.example.net'],
  ['atelier.example.co.uk', 'previews.other.co.uk'],
  ['localhost', 'preview.localhost'],
  ['127.0.0.1', 'preview.localhost'],
  ['127.0.0.1', '10.9.0.1'],
])('%s and %s are of two sites', (one, other) => {
  expect(isSameSite(one, other)).toBe(false)
})

test('a server whose previews would be of the console’s site does not start', () => {
  const read = (preview: string) => () =>
    readConfiguration({ ATELIER_PUBLIC_URL: 'https://atelier.example.com', ATELIER_PREVIEW_URL: preview })
  expect(read('https://previews.example.com')).toThrow(StartRefusal)
  expect(read('https://previews.example.net')().previews.url).toBe('https://previews.example.net')
})
