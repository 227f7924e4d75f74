import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, plainText, scoreOf, type Block } from './score.ts'

const offer: readonly Block[] = [
  { kind: 'heading', text: 'Offer' },
  { kind: 'text', text: 'A shop with a basket' },
  {
    kind: 'table',
    rows: [
      ['Item', 'Days'],
      ['Design', '4'],
      ['Build', '12'],
    ],
  },
]

test('Markdown with all of the content has no error', () => {
  const markdown = '# Offer\n\nA shop\nwith a basket\n\n| Item | Days |\n| --- | --- |\n| Design | 4 |\n| Build | 12 |'
  expect(scoreOf(offer, markdown)).toEqual({ errorRate: 0, cells: 1, order: 1 })
})

test('plain text has its cells parted by wide gaps', () => {
  expect(scoreOf(offer, 'Offer\nA shop with a basket\nItem     Days\nDesign   4\nBuild 12')).toEqual({
    errorRate: 0,
    cells: 4 / 6,
    order: 1,
  })
})

test('nothing read is all wrong', () => {
  expect(scoreOf(offer, '')).toEqual({ errorRate: 1, cells: 0, order: 0 })
})

test('columns that are read line by line are out of order', () => {
  const blocks: readonly Block[] = [
    { kind: 'text', text: 'one two three four' },
    { kind: 'text', text: 'five six seven eight' },
  ]
  expect(scoreOf(blocks, 'one two five six three four seven eight')).toMatchObject({ cells: undefined, order: 6 / 8 })
})

test('a field is found where its value is in the line of its label', () => {
  const blocks: readonly Block[] = [
    {
      kind: 'fields',
      fields: [
        ['Name', 'Ada'],
        ['Town', 'Bonn'],
      ],
    },
  ]
  expect(scoreOf(blocks, 'Name: ____ Ada\nTown\nBonn').cells).toBe(0.5)
})

test('marks, directions and spaces between characters of Chinese are no text', () => {
  expect(plainText('- [more](https://example.com)\n\u202B1. \u05D0\u202C')).toBe('more 1. \u05D0')
  expect(plainText('\u6211 \u5011\n\u6703')).toBe('\u6211\u5011\u6703')
})

test('distances are symmetric and at most the longer text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (a, b) => {
      const distance = editDistance(a, b)
      expect(distance).toBe(editDistance(b, a))
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length))
      expect(distance === 0).toBe(a === b)
    }),
  )
})
