import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { expect, test, vi } from 'vitest'
import { ageText, openOutput } from './output.ts'

test.each([
  [-5, '0 sec'],
  [0, '0 sec'],
  [59_999, '59 sec'],
  [60_000, '1 min'],
  [24 * 60_000, '24 min'],
  [3 * 3_600_000 + 1, '3 h'],
  [50 * 3_600_000, '2 d'],
])('%i ms are %s', (ms, text) => expect(ageText(ms)).toBe(text))

const outputTo = (isTTY: boolean) => {
  const { getColorDepth } = WriteStream.prototype
  const stream = () => Object.assign(new PassThrough(), { isTTY, getColorDepth }) as never
  return openOutput({ stdout: stream(), stderr: stream() }, false)
}

test('times are ages at a terminal and dates in a pipe', () => {
  vi.setSystemTime('2026-11-23T09:05:00Z')
  const at = '2026-11-23T08:41:00.000Z'
  const terminal = outputTo(true)
  const pipe = outputTo(false)
  expect([terminal.ago(at), terminal.since(at)]).toEqual(['24 min ago', 'for 24 min'])
  expect([pipe.ago(at), pipe.since(at)]).toEqual(['2026-11-23T08:41', 'since 2026-11-23T08:41'])
  vi.useRealTimers()
})

test('a pipe and NO_COLOR get text without colours', () => {
  expect(outputTo(false).paint('bold', 'Merge it?')).toBe('Merge it?')
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('NO_COLOR', '1')
  expect(outputTo(true).paint('bold', 'Merge it?')).toBe('Merge it?')
  vi.unstubAllEnvs()
})
