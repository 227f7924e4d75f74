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

/** Cells as Chromium places them: from a left end, in a font of 11 points. */
const cellsAt = (lefts: readonly number[], ...rows: readonly (readonly string[])[]) =>
  rows.flatMap((row, line) =>
    row.map((text, column) => ({
      text,
      x: lefts[column]!,
      y: 100 + line * 16.5,
      width: text.length * 6.1,
      size: 11,
      isRightToLeft: false,
    })),
  )

// As in https://github.com/camelot-dev/camelot/issues/341
test.each([
  [
    'a compact table has its head and each of its cells',
    ['Item', 'Qty', 'Price'],
    ['Chair', '4', '120.00'],
    ['Lamp', '12', '9.50'],
  ],
  ['a compact table of two columns is one', ['Item', 'Qty'], ['Chair', '4'], ['Lamp', '12']],
])('%s', (_what, ...rows) => {
  const table = rows.map((row) => `| ${row.join(' | ')} |`)
  expect(markdownOfItems(cellsAt([37.5, 74.8, 103.3], ...rows))).toBe(
    [table[0], `|${' --- |'.repeat(rows[0].length)}`, ...table.slice(1)].join('\n'),
  )
})

test('numbers of a list, words of justified text and only two lines are no compact table', () => {
  expect(markdownOfItems(cellsAt([37.5, 55], ['1.', 'One'], ['2.', 'Two'], ['3.', 'Three']))).toBe(
    '1. One\n2. Two\n3. Three',
  )
  const lines = ['Of all the sums', 'that are due here', 'most came so late', 'as to be of no use']
  const justified = lines.flatMap((line, at) => {
    let x = 37.5
    return line.split(' ').map((text) => {
      const item = { text, x, y: 100 + at * 14, width: text.length * 5, size: 11, isRightToLeft: false }
      x += item.width + 6
      return item
    })
  })
  expect(markdownOfItems(justified)).not.toContain('|')
  expect(markdownOfItems(cellsAt([37.5, 74.8], ['Chair', '4'], ['Lamp', '12']))).not.toContain('|')
})

test('a sum that reaches below the column before its own parts neither of them', () => {
  const row = (y: number, ...cells: readonly (readonly [right: number, text: string])[]) =>
    cells.map(([right, text]) => {
      const width = text.length * 5
      return { text, x: right - width, y, width, size: 9, isRightToLeft: false }
    })
  const lines = [
    ...row(100, [140, 'Description'], [300, 'Tax'], [360, 'Amount']),
    ...row(114, [140, 'Consultancy'], [300, '19 %'], [360, '712.50']),
    ...row(128, [140, 'Sum of both'], [360, 'EUR 100,847.88']),
  ]
  expect(markdownOfItems(lines)).toBe(
    [
      '| Description | Tax | Amount |',
      '| --- | --- | --- |',
      '| Consultancy | 19 % | 712.50 |',
      '| Sum of both |  | EUR 100,847.88 |',
    ].join('\n'),
  )
})
