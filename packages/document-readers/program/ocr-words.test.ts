import { expect, test } from 'vitest'
import { markdownOfItems } from './layout.ts'
import { readRotation, wordsOf } from './ocr-words.ts'

type WordBox = readonly [line: number, text: string, x: number, y: number, width: number, height: number]

const tableOf = (words: readonly WordBox[], [width, height] = [1_000, 1_400]) =>
  [
    `1\t1\t0\t0\t0\t0\t0\t0\t${width}\t${height}\t-1\t`,
    ...words.map(([line, text, ...box]) => `5\t1\t1\t1\t${line}\t1\t${box.join('\t')}\t90\t${text}`),
  ].join('\n')

const lines = ['every page has a state', 'and none is left out', 'without a word about it']
const placed = lines.flatMap((line, row) =>
  line.split(' ').map((text, at): WordBox => [row + 1, text, 100 + at * 130, 100 + row * 44, 120, 30]),
)

test('lines of a page that was scanned askew stay apart, in both directions', () => {
  for (const slope of [0.06, -0.06]) {
    const askew = placed.map(([line, text, x, y, width, height]): WordBox => {
      const top = y + slope * (slope > 0 ? x : x + width)
      return [line, text, x, Math.round(top), width, Math.round(height + Math.abs(slope) * width)]
    })
    expect(markdownOfItems(wordsOf(tableOf(askew)))).toBe(lines.join(' '))
  }
})

test.each([
  [90, ([line, text, x, y, w, h]: WordBox): WordBox => [line, text, y, 1_000 - x - w, h, w], [1_400, 1_000]],
  [
    180,
    ([line, text, x, y, w, h]: WordBox): WordBox => [line, text, 1_000 - x - w, 1_400 - y - h, w, h],
    [1_000, 1_400],
  ],
  [270, ([line, text, x, y, w, h]: WordBox): WordBox => [line, text, 1_400 - y - h, x, h, w], [1_400, 1_000]],
] as const)('a page that is to be turned by %i degrees is read upright', (turn, asScanned, size) => {
  const words = wordsOf(tableOf(placed.map(asScanned), [...size]), turn)
  expect(markdownOfItems(words)).toBe(lines.join(' '))
})

test('rules between columns are no words, and part cells', () => {
  const rows = [
    ['Hours', '|', 'Price'],
    ['11', '|', '1180'],
  ].flatMap((row, at) => row.map((text, cell): WordBox => [at + 1, text, 100 + cell * 100, 100 + at * 60, 60, 30]))
  expect(markdownOfItems(wordsOf(tableOf(rows)))).toBe('| Hours | Price |\n| --- | --- |\n| 11 | 1180 |')
})

const printed = (rotate: number, sure: number) => `Page number: 0\nRotate: ${rotate}\nOrientation confidence: ${sure}\n`

test('a page is not turned where tesseract is not sure', () => {
  expect(readRotation(printed(270, 20))).toBe(270)
  expect(readRotation(printed(180, 0.4))).toBe(0)
  expect(readRotation('Too few characters. Skipping this page')).toBe(0)
})
