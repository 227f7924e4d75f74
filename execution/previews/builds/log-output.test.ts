import { expect, test } from 'vitest'
import { openLogOutput } from '../programs/start-program.ts'
import type { PreviewLine } from '../preview.ts'

test('both streams of a program have lines of their own', async () => {
  const lines: PreviewLine[] = []
  const output = openLogOutput((line) => lines.push(line))
  await output.push('stdout', Buffer.from('one '))
  await output.push('stderr', Buffer.from('error\r\n'))
  await output.push('stdout', Buffer.from('two'))
  output.end()
  expect(lines).toEqual([
    { source: 'app', text: 'error' },
    { source: 'app', text: 'one two' },
  ])
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
