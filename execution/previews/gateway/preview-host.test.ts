import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostOf, isFromForeignPage, isWithin, labelOf } from './preview-host.ts'

const domain = 'preview.example'

test('a label is one name before the preview domain', () => {
  expect(labelOf('shop.preview.example', domain)).toBe('shop')
  for (const host of [
    domain,
    'a.b.preview.example',
    '-a.preview.example',
    'a_b.preview.example',
    'x@y.preview.example',
    'shop.preview.example.evil.example',
    'evilpreview.example',
    `${'a'.repeat(64)}.preview.example`,
    '.preview.example',
  ])
    expect(labelOf(host, domain), host).toBeUndefined()
})

test('every host below the preview domain belongs to it, and no other', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isWithin(`${text}.${domain}`, domain)).toBe(true)
      expect(isWithin(`${text}.${domain}x`, domain)).toBe(false)
    }),
  )
  expect(isWithin(`evil${domain}`, domain)).toBe(false)
})

test('a host is read without its port, its last dot and its capitals', () => {
  expect(hostOf({ host: 'Shop.Preview.Example.:8080' })).toBe('shop.preview.example')
  expect(hostOf({ host: 'shop.preview.example:' })).toBe('shop.preview.example')
  expect(hostOf({})).toBeUndefined()
})

test('a page of another preview may open one in a window, and load nothing from it', () => {
  const navigation = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  expect(isFromForeignPage('GET', navigation)).toBe(false)
  expect(isFromForeignPage('POST', navigation)).toBe(true)
  expect(isFromForeignPage('GET', { ...navigation, 'sec-fetch-dest': 'iframe' })).toBe(true)
  expect(isFromForeignPage('GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(true)
  expect(isFromForeignPage('POST', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(false)
  expect(isFromForeignPage('GET', { 'sec-fetch-site': 'none' })).toBe(false)
})

test('a browser that sends only the origin is judged by it', () => {
  const host = 'shop.preview.example:8080'
  expect(isFromForeignPage('POST', { host, origin: 'http://shop.preview.example:8080' })).toBe(false)
  expect(isFromForeignPage('POST', { host, origin: 'http://other.preview.example:8080' })).toBe(true)
  expect(isFromForeignPage('POST', { host, origin: 'null' })).toBe(true)
  expect(isFromForeignPage('GET', { host })).toBe(false)
})
