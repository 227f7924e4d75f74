import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, formatBlock, readBlocks } from './blocks.ts'

const hostile = fc.constantFrom(
  '```',
  '````',
  '~~~',
  '   ```',
  '```file x',
  '=======',
  '========',
  '>>>>>>> replace',
  '<<<<<<< find',
  '',
  '\r',
  '`',
  'é\u2028',
)
const line = fc.oneof(
  hostile,
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
)
const lines = (minLength: number) =>
  fc.array(line, { minLength, maxLength: 8 }).map((all) => all.map((one) => `${one}\n`).join(''))
const path = fc.oneof(
  fc.constantFrom('a', 'a b.txt', '"q"', 'x`y', ' lead', 'trail ', 'é\u00a0'),
  fc.string({ minLength: 1, unit: 'binary' }),
)
const written = (text: string) => text.trim() !== ''

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ kind: fc.constant('file' as const), path, content: lines(0) }),
  fc.record({ kind: fc.constant('edit' as const), path, find: lines(1), replace: lines(0) }),
  fc.record({ kind: fc.constant('patch' as const), patch: lines(1).filter(written) }),
  fc.record({ kind: fc.constant('run' as const), command: lines(1).filter(written) }),
  fc.record({ kind: fc.constant('question' as const), question: lines(1).filter(written) }),
)

// Prose that opens a fence of its own would swallow the block behind it, as it does for every reader of Markdown.
const prose = fc.string({ unit: 'binary' }).filter((text) => !/^ {0,3}(`{3,}|~{3,})/m.test(text))

describe('the blocks of a description', () => {
  test('are read exactly as written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(prose, block), { maxLength: 6 }), (parts) => {
        const description = parts.map(([text, one]) => `${text}\n${formatBlock(one)}`).join('\n')
        expect(readBlocks(description)).toEqual({ blocks: parts.map(([, one]) => one), problems: [] })
      }),
      { numRuns: 500 },
    )
  })

  test('inside another fence are text', () => {
    fc.assert(
      fc.property(fc.array(block), (blocks) => {
        const inner = blocks.map(formatBlock).join('')
        const runs = inner.match(/`+/g) ?? []
        const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
        expect(readBlocks(`${fence}markdown\n${inner}${fence}\n`)).toEqual({ blocks: [], problems: [] })
      }),
    )
  })

  test('any text is read without throwing, and every block found is well-formed', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hostile, line)), (all) => {
        const { blocks } = readBlocks(all.join('\n'))
        expect(blocks.every((one) => !('path' in one) || one.path !== '')).toBe(true)
      }),
    )
  })

  test('a block inside a list or a quotation is text', () => {
    expect(readBlocks('- like so:\n\n  ```file a\n  b\n  ```\n\n> ```run\n> rm x\n> ```\n')).toEqual({
      blocks: [],
      problems: [],
    })
  })

  test('a megabyte of fences and of spaces is read in one pass', () => {
    const text = '```x\n```\n'.repeat(60_000) + '```file' + ' '.repeat(400_000) + 'x'
    expect(readBlocks(text).problems).toHaveLength(1)
  })
})

describe('an invalid block is reported by its line', () => {
  test.each([
    ['text\n```file a\nb', 'Line 2: the file block is not closed. End it with a line of the same fence.'],
    ['```file\nb\n```', 'Line 1: the file block has no path. Write it behind the word: file docs/hello.md'],
    ['```file "a\nb\n```', 'Line 1: the file block has no path. Write it behind the word: file docs/hello.md'],
    ['```run\n\n```', 'Line 1: the run block has no command.'],
    ['```question\n\n```', 'Line 1: the question block asks nothing.'],
    ['```patch\n```', 'Line 1: the patch block is empty.'],
    [
      '```edit a\nb\n```',
      'Line 1: the edit block of a is not <<<<<<< find, ======= and >>>>>>> replace on lines of their own.',
    ],
    ['```edit a\n<<<<<<< find\n=======\nx\n>>>>>>> replace\n```', 'Line 1: the edit block of a finds nothing.'],
  ])('%j', (description, problem) => {
    expect(readBlocks(description)).toEqual({ blocks: [], problems: [problem] })
  })
})
