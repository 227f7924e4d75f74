import { expect, test } from 'vitest'
import { markdownOfItems } from './layout.ts'
import { languagesFor, pageScriptOf } from './ocr-script.ts'
import { wordsOf } from './ocr-words.ts'

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

const printed = (rotate: number, sure: number, script: string, scriptSure: number) =>
  `Page number: 0\nRotate: ${rotate}\nOrientation confidence: ${sure}\nScript: ${script}\nScript confidence: ${scriptSure}\n`

test('leaves out words that tesseract is not sure of', () => {
  expect(pageScriptOf(printed(270, 20, 'Greek', 2.3))).toEqual({ turn: 270, script: 'Greek' })
  expect(pageScriptOf(printed(180, 0.4, 'Latin', 0.1))).toEqual({ turn: 0, script: undefined })
  expect(pageScriptOf('Too few characters. Skipping this page')).toEqual({ turn: 0, script: undefined })
})

test('a page is read in the languages of its script, and in English', () => {
  const installed = 'ara+chi_sim+deu+ell+eng+jpn+rus'
  expect(languagesFor('Greek', installed)).toBe('ell+eng')
  expect(languagesFor('Latin', installed)).toBe('deu+eng')
  expect(languagesFor('Han', installed)).toBe('chi_sim+jpn+eng')
  expect(languagesFor('Hebrew', installed)).toBe(installed)
  expect(languagesFor('constructor', installed)).toBe(installed)
  expect(languagesFor(undefined, installed)).toBe(installed)
  const many = 'aaa+bbb+ccc+ddd+eee+eng+fff+ggg+hhh+iii'
  expect(languagesFor('Latin', many)).toBe('aaa+bbb+ccc+ddd+eee+eng+fff+ggg')
  expect(languagesFor(undefined, `aab+aac+aad+aae+${many}`)).toBe('aab+aac+aad+aae+aaa+bbb+ccc+eng')
})
