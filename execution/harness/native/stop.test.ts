import type { ModelMessage } from 'ai'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultHarnessLimits } from '../job.ts'
import { isRepeating } from './repetition.ts'
import { type Step, stopOf } from './stop.ts'
import { bounded } from './text.ts'
import { trimmed } from './trim.ts'

describe('loop detection', () => {
  test('finds one, two or three calls repeated four times', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }),
        (before, cycle) => {
          expect(isRepeating([...before, ...cycle, ...cycle, ...cycle, ...cycle])).toBe(true)
        },
      ),
    )
  })

  test('finds nothing when every call is new', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), (calls) => {
        expect(isRepeating(calls)).toBe(false)
      }),
    )
  })

  test('finds nothing when the same call gives another result', () => {
    const steps = [1, 2, 3, 4].map((n): Step => ({
      tokens: 1,
      calls: [{ name: 'run', input: {}, result: `${n} tests failed` }],
    }))
    expect(stopOf(steps, defaultHarnessLimits)).toBeUndefined()
    const same = Array<Step>(4).fill(steps[0]!)
    expect(stopOf(same, defaultHarnessLimits)).toMatchObject({
      outcome: 'repetition',
      summary: expect.stringContaining('run'),
    })
  })
})

test('giving up is reported before any limit', () => {
  const steps: Step[] = [{ tokens: 10, calls: [{ name: 'give_up', input: { reason: 7 }, result: '' }] }]
  expect(stopOf(steps, { ...defaultHarnessLimits, steps: 1, tokens: 1 })).toEqual({
    outcome: 'gave-up',
    summary: 'The agent gave up without a reason.',
  })
})

test('a shortened text stays within its limit and keeps whole characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 0, maxLength: 400 }),
      fc.integer({ min: 40, max: 200 }),
      (text, bytesMax) => {
        const short = bounded(text, bytesMax)
        expect(Buffer.byteLength(short)).toBeLessThanOrEqual(bytesMax + 50)
        if (Buffer.byteLength(text) <= bytesMax) expect(short).toBe(text)
        if (!text.includes('\ufffd')) expect(short).not.toContain('\ufffd')
      },
    ),
  )
})

describe('a conversation that fills the window', () => {
  const result = (value: string): ModelMessage => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: '1', toolName: 'read', output: { type: 'text', value } }],
  })
  const long = Array.from({ length: 20 }, (_, at) => result(`Exit code ${at}\n${'x'.repeat(1_000)}`))

  test('shortens old results to their beginning', () => {
    const kept = trimmed(long, 80, 100)!
    expect(JSON.stringify(kept[0])).toContain('Exit code 0')
    expect(JSON.stringify(kept[0]).length).toBeLessThan(500)
    expect(kept.slice(-12)).toEqual(long.slice(-12))
  })

  test('stays unchanged while there is room', () => expect(trimmed(long, 70, 100)).toBeUndefined())
})
