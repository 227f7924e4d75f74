import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTime } from '../../../../testing/runner/costs.ts'
import { blocksOf, safeHref, type Block, type TextSpan } from './prose-blocks.ts'

const said = (pieces: readonly TextSpan[]) => pieces.map(({ text }) => text).join('')
const textIn = (block: Block) => {
  if (block.is === 'code') return block.text
  if (block.is === 'table')
    return [block.head, ...block.rows].map((row) => row.map(({ pieces }) => said(pieces)).join(' | ')).join('\n')
  return (block.is === 'list' ? block.items : block.lines).map(said).join('\n')
}

test('paragraphs, lists and code stand apart', () => {
  const text = 'I split **this**:\n\n1. Run `npm test`\n2. Ship\nDone.\n```ts\nconst a = `b`\n\n- c\n```\n- x'
  expect(blocksOf(text).map((block) => [block.is, textIn(block)])).toEqual([
    ['text', 'I split this:'],
    ['list', 'Run npm test\nShip'],
    ['text', 'Done.'],
    ['code', 'const a = `b`\n\n- c'],
    ['list', 'x'],
  ])
  expect(blocksOf('a **b** `c`')[0]).toMatchObject({ lines: [[{ as: 'plain' }, { as: 'bold' }, {}, { as: 'code' }]] })
})

test('a table has a head, aligned columns and rows, and ends at a line without a bar', () => {
  const text =
    'Prices:\n| Item | `Qty` | Each |\n|:--|:-:|--:|\n| Bread | 2 | **4** |\n| Salt\\|Pepper | 1 | 2 | 3 |\n| Tea |\nDone.'
  const blocks = blocksOf(text)
  expect(blocks.map((block) => [block.is, textIn(block)])).toEqual([
    ['text', 'Prices:'],
    ['table', 'Item | Qty | Each\nBread | 2 | 4\nSalt|Pepper | 1 | 2 | 3\nTea'],
    ['text', 'Done.'],
  ])
  expect(blocks[1]).toMatchObject({
    head: [{ align: 'start' }, { align: 'center', pieces: [{ as: 'code' }] }, { align: 'end' }],
    rows: [{ length: 3 }, { length: 3 }, { length: 1 }],
  })
})

test('lines with bars that have no line of as many dashes below stay text', () => {
  const texts = ['a | b', 'a | b\n--', 'a | b\n-|-|-', 'a\n-|-', `${'a|'.repeat(101)}\n${'-|'.repeat(101)}`]
  expect(texts.map((text) => blocksOf(text).map(({ is }) => is))).toEqual(texts.map(() => ['text']))
})

const piecesIn = (text: string) => blocksOf(text).flatMap((block) => (block.is === 'text' ? block.lines.flat() : []))

test('a link leads to the web or to mail, and nowhere else', () => {
  expect(piecesIn('See [the docs](https://example.com/a) or https://example.com/b.')).toEqual([
    { as: 'plain', text: 'See ' },
    { as: 'link', text: 'the docs', href: 'https://example.com/a' },
    { as: 'plain', text: ' or ' },
    { as: 'link', text: 'https://example.com/b', href: 'https://example.com/b' },
    { as: 'plain', text: '.' },
  ])
  for (const address of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '//example.com', '/console'])
    expect(piecesIn(`[x](${address})`)).toEqual([{ as: 'plain', text: `[x](${address})` }])
  expect(safeHref('mailto:ada@example.com')).toBe('mailto:ada@example.com')
})

test('any address that becomes a link has a scheme of the web or of mail', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom('java\tscript:a', ' javascript:a')), (address) => {
      const hrefs = piecesIn(`[x](${address}) ${address}`).flatMap(({ href }) => href ?? [])
      expect(hrefs.filter((href) => !/^(https?:\/\/|mailto:)/.test(href))).toEqual([])
    }),
    { numRuns: 50 },
  ))

test('a list begins with its number, and a heading is a line of its own', () => {
  expect(blocksOf('# Plan\n3. Build\n4. Ship')).toEqual([
    { is: 'heading', lines: [[{ as: 'plain', text: 'Plan' }]] },
    {
      is: 'list',
      isNumbered: true,
      start: 3,
      items: [[{ as: 'plain', text: 'Build' }], [{ as: 'plain', text: 'Ship' }]],
    },
  ])
})

test('lines without an end of their marks are read in linear time', () => {
  const started = cpuTime().ownMs
  for (const piece of ['[a](', '[', '**', '`', 'https://', '[a](https://', '|', '\\|', '|\n', '-|', '-|\n'])
    blocksOf(piece.repeat(15_000))
  expect(cpuTime().ownMs - started).toBeLessThan(2_000)
})

test('no letter of any text is lost, and code without an end continues to the end', () => {
  const words = fc.constantFrom(
    '```',
    '\n',
    '- ',
    '1. ',
    '`',
    '**',
    'a',
    ' ',
    'ß',
    '<img>',
    '# ',
    '[',
    '](',
    ')',
    '|',
    '\n-|-\n',
  )
  const letters = (text: string) => text.replaceAll(/[^aß<>img]/g, '')
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      // The text behind the marks of a fence names its language.
      const kept = text.replaceAll(/^ {0,3}```.*$/gm, '')
      expect(letters(blocksOf(text).map(textIn).join('\n'))).toBe(letters(kept))
    }),
  )
})
