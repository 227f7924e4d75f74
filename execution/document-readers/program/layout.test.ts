import { expect, test } from 'vitest'
import { markdownOfItems } from './layout.ts'

const items = (...lines: readonly string[]) =>
  lines.map((text, at) => ({ text, x: 60, y: 100 + at * 14, width: text.length * 5, size: 11, isRightToLeft: false }))

test.each([
  ['items whose marks are drawn', ['First point', 'Second point'], 'First point\nSecond point'],
  [
    'a line that ends before its words do not fit',
    [
      'The terms of this offer hold for a month from today on,',
      'and no longer.',
      'Payment is due at once, without any deduction, by bank.',
    ],
    'The terms of this offer hold for a month from today on, and no longer.\nPayment is due at once, without any deduction, by bank.',
  ],
  [
    'words that were parted',
    ['The terms of this offer hold for a month, and no word of it is drop-', 'ped.'],
    'The terms of this offer hold for a month, and no word of it is dropped.',
  ],
])('%s', (_what, lines, markdown) => {
  expect(markdownOfItems(items(...lines))).toBe(markdown)
})
