import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectiveEngine, isTriedAgain, unreadReason, statusOf, titleOf } from './rules.ts'

test('a critical document counts only once a person accepted every page', () =>
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(50), (pages, accepted, rejected) => {
      const status = statusOf('parsed', true, { pages, accepted, rejected })
      if (status === 'succeeded') expect([rejected, accepted >= pages]).toEqual([0, true])
      if (accepted + rejected < pages) expect(status).toBe('review_required')
      expect(statusOf('parsed', false, { pages, accepted, rejected })).toBe('succeeded')
    }),
  ))

test('a document that is not parsed yet needs no review', () => {
  const review = { pages: 0, accepted: 0, rejected: 0 }
  expect(statusOf('queued', true, review)).toBe('queued')
  expect(statusOf('failed', true, review)).toBe('failed')
})

test('a scanned PDF is recognized, and no hint raises the price', () => {
  expect(effectiveEngine('text', true, 'pdf')).toBe('ocr')
  expect(effectiveEngine('text', false, 'pdf')).toBe('text')
  expect(effectiveEngine('text', true, 'word')).toBe('text')
  expect(effectiveEngine('ocr', false, 'pdf')).toBe('ocr')
})

test('a parse that failed by the file itself is not tried again', () => {
  expect(['encrypted', 'malformed', 'too_large', 'time', 'memory', 'internal', null].filter(isTriedAgain)).toEqual([
    'time',
    'memory',
    'internal',
  ])
})

test.each([
  ['brief.pdf', undefined, 'brief.pdf'],
  [null, 'https://example.com/a/%C3%BC.pdf?x=1', 'ü.pdf'],
  [null, 'https://example.com/', 'example.com'],
  [null, 'https://example.com/%zz', '%zz'],
  [null, undefined, 'Document'],
  ['\u202e\n', undefined, 'Document'],
])('a document of the file %s at %s is called %s', (fileName, url, title) => {
  expect(titleOf(fileName, url)).toBe(title)
})

test.each([
  [{ parsed: 1, empty: 0, needsOcr: 2, refused: 3, reason: 'time' }, undefined],
  [{ parsed: 0, empty: 1, needsOcr: 1, refused: 1, reason: 'too_long' }, 'too_long'],
  [{ parsed: 0, empty: 1, needsOcr: 1, refused: 0, reason: null }, 'needs_ocr'],
  [{ parsed: 0, empty: 2, needsOcr: 0, refused: 0, reason: null }, 'empty'],
  [{ parsed: 0, empty: 0, needsOcr: 0, refused: 0, reason: null }, 'empty'],
])('a document with the pages %o is read, or fails with %s', (counts, rule) => {
  expect(unreadReason(counts)).toBe(rule)
})
