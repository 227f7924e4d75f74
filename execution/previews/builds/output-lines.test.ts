import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBuildLog, lineMostChars, openOutputLines } from './output-lines.ts'
import type { PreviewLine } from '../preview.ts'

const linesOf = (...chunks: readonly (string | Buffer)[]) => {
  const lines: string[] = []
  const output = openOutputLines((text) => lines.push(text))
  for (const chunk of chunks) output.push('stdout', Buffer.from(chunk))
  output.end()
  return lines
}

test.each([
  ['lines that come in pieces', ['on', 'e\ntw', 'o'], ['one', 'two']],
  ['colours', ['\u001B[32mgreen\u001B[0m\n'], ['green']],
  ['a progress that replaces its line', ['10 %\r50 %\r100 %\nend\r\n'], ['100 %', 'end']],
  ['blank lines', ['one\n\n  \ntwo\n'], ['one', 'two']],
  ['NUL and other control characters', ['a\0b\u0007c\td\n'], ['abc\td']],
  [
    'letters of Windows',
    [Buffer.from('w\xe4hlen\nund wei', 'latin1'), Buffer.from('\xdf\n', 'latin1')],
    ['wählen', 'und weiß'],
  ],
  ['a letter cut in two', [Buffer.from([0xc3]), Buffer.from([0xa4, 10])], ['ä']],
])('%s make plain lines', (_, chunks, lines) => {
  expect(linesOf(...chunks)).toEqual(lines)
})

test('no line is longer than a log takes, however output is cut into chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3_000, size: 'max', unit: 'binary' }), { maxLength: 6 }), (chunks) => {
      for (const line of linesOf(...chunks)) {
        expect(line.length).toBeLessThanOrEqual(lineMostChars)
        expect(line.isWellFormed()).toBe(true)
      }
    }),
    { numRuns: 30 },
  )
})

test('ten megabytes without an end of line pass in pieces', () => {
  const lines = linesOf(...Array.from({ length: 160 }, () => 'x'.repeat(65_536)))
  expect(lines.join('').length).toBe(160 * 65_536)
})

test('a log ends with a sentence where commands print more than 4 MiB', () => {
  const lines: PreviewLine[] = []
  const log = openBuildLog((line) => lines.push(line))
  const output = log.command()
  for (let at = 0; at < 6_000; at += 1) output.push('stderr', Buffer.from(`${'y'.repeat(999)}\n`))
  log.say('The build is over.')
  expect(lines.filter(({ source }) => source === 'build').length).toBe(4_194)
  expect(lines.filter(({ source }) => source === 'server').map(({ text }) => text)).toEqual([
    'The log is longer than 4 MiB. The rest of what the commands print is left out.',
    'The build is over.',
  ])
})
