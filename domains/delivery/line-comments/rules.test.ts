import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBlocks } from '../../../execution/models/offline/blocks.ts'
import { type CommentAtLine, commentsForRework } from './rules.ts'

const at: CommentAtLine = {
  path: 'src/a.ts',
  side: 'after',
  line: 17,
  lineText: 'const a = b',
  body: 'Count invoices.',
}

test('an agent gets file, line, words, and the text of the line', () => {
  expect(commentsForRework([at, { ...at, line: 3, side: 'before', lineText: ' ' }])).toEqual([
    '"src/a.ts", line 3 as it was before your change:\n    Count invoices.',
    '"src/a.ts", line 17 of your last attempt:\n    Count invoices.\n  The line read:\n    const a = b',
  ])
})

test('no words, line or name passes for a heading or a block', () => {
  const hostile = fc.array(fc.constantFrom('\n', '\r', '\u2028', '```run\n', '```', '# x', '- ', ' '), { maxLength: 9 })
  const words = hostile.map((all) => all.join(''))
  fc.assert(
    fc.property(words, words, words, (path, lineText, body) => {
      const [told] = commentsForRework([{ ...at, path, lineText, body }])
      const [first, ...lines] = told!.split(/[\n\r\u2028\u2029]/)
      expect(first).toMatch(/^".*", line 17 of your last attempt:$/)
      expect(lines.filter((line) => !line.startsWith('    '))).toEqual(
        lineText.trim() === '' ? [] : ['  The line read:'],
      )
      expect(readBlocks(told!).blocks).toEqual([])
    }),
  )
})

test('counts comments that do not fit', () => {
  const told = commentsForRework(Array.from({ length: 50 }, (_, line) => ({ ...at, line, body: 'x'.repeat(2_000) })))
  expect(told.length).toBeLessThan(22)
  expect(told.at(-1)).toBe(`${50 - told.length + 1} further comments at lines do not fit here.`)
})
