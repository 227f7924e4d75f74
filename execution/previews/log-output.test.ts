import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLogOutput } from './log-output.ts'

const linesOf = async (chunks: readonly Buffer[]) => {
  const lines: string[] = []
  const output = openLogOutput(
    ({ text }) => lines.push(text),
    () => 0,
  )
  for (const chunk of chunks) await output.push('stdout', chunk)
  output.end()
  return lines
}

test('lines are the same wherever the output is cut', () => {
  return fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\r\n]/.test(text)),
        { minLength: 1 },
      ),
      fc.integer({ min: 1, max: 7 }),
      async (texts, size) => {
        const bytes = Buffer.from(texts.join('\n'))
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        )
        expect(await linesOf(chunks)).toEqual(texts)
      },
    ),
  )
})

test('a long line comes in pieces of 2,000 characters, with and without an end', async () => {
  for (const end of ['', '\n'])
    expect((await linesOf([Buffer.from(`${'x'.repeat(4_500)}${end}`)])).map(({ length }) => length)).toEqual([
      2_000, 2_000, 500,
    ])
})

test('both streams have lines of their own', async () => {
  const lines: string[] = []
  const output = openLogOutput(({ text }) => lines.push(text))
  await output.push('stdout', Buffer.from('one '))
  await output.push('stderr', Buffer.from('error\r\n'))
  await output.push('stdout', Buffer.from('two\n'))
  expect(lines).toEqual(['error', 'one two'])
})

test('a program waits once it has printed 256 KiB in a second', () => {
  let nowMs = 0
  const output = openLogOutput(
    () => {},
    () => nowMs,
  )
  const chunk = Buffer.alloc(128 * 1024, '\n')
  expect(output.push('stdout', chunk)).toBeUndefined()
  expect(output.push('stderr', chunk)).toBeUndefined()
  expect(output.push('stdout', chunk)).toBeInstanceOf(Promise)
  nowMs = 1_000
  expect(output.push('stdout', chunk)).toBeUndefined()
})
