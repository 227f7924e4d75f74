import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf, type Block, type TextSpan } from './prose.ts'

const said = (pieces: readonly TextSpan[]) => pieces.map(({ text }) => text).join('')
const textIn = (block: Block) => {
  if (block.is === 'code') return block.text
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

test('no letter of any text is lost, and code without an end goes on to the end', () => {
  const words = fc.constantFrom('```', '\n', '- ', '1. ', '`', '**', 'a', ' ', 'ß', '<img>')
  const letters = (text: string) => text.replaceAll(/[^aß<>img]/g, '')
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      // What stands behind the marks of a fence names its language.
      const kept = text.replaceAll(/^ {0,3}```.*$/gm, '')
      expect(letters(blocksOf(text).map(textIn).join('\n'))).toBe(letters(kept))
    }),
  )
})
