import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultHarnessLimits } from '../job.ts'
import { fingerprintOf, repetitions } from './repetition.ts'
import { savedStop, stopOf } from './stop.ts'
import { readReason } from './tools/give-up.ts'
import { bounded } from './text.ts'

describe('repetition', () => {
  test('counts one, two or three calls done over and over', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 6 }),
        (before, cycle, times) => {
          expect(repetitions([...before, ...Array<string[]>(times).fill(cycle).flat()])).toBeGreaterThanOrEqual(times)
        },
      ),
    )
  })

  test('is once when every call is new', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), (calls) => {
        expect(repetitions(calls)).toBe(1)
      }),
    )
  })

  test('is the same for other orders of fields, and not for another result', () => {
    expect(fingerprintOf('run', { a: 1, b: { c: 2, d: 3 } }, 'x')).toBe(
      fingerprintOf('run', { b: { d: 3, c: 2 }, a: 1 }, 'x'),
    )
    expect(fingerprintOf('run', {}, 'x')).not.toBe(fingerprintOf('run', {}, 'y'))
  })
})

describe('a conversation', () => {
  const call = fingerprintOf('run', {}, 'same')
  test('ends at the fifth time, and not at the fourth', () => {
    const progress = { steps: 5, tokens: 1 }
    expect(stopOf({ ...progress, calls: Array<string>(4).fill(call) }, defaultHarnessLimits)).toBeUndefined()
    expect(stopOf({ ...progress, calls: Array<string>(5).fill(call) }, defaultHarnessLimits)).toEqual({
      outcome: 'repetition',
      summary: 'The agent went round in circles, the last time with run.',
    })
  })

  test('reports giving up before any limit', () => {
    const progress = { steps: 1, tokens: 10, calls: [], gaveUp: readReason({ reason: 7 }) }
    expect(stopOf(progress, { ...defaultHarnessLimits, steps: 1, tokens: 1 })).toEqual({
      outcome: 'gave-up',
      summary: 'The agent gave up without a reason.',
    })
  })
})

test.each([{ reason: 'No network.' }, { why: 'No network.' }, { Message: 'No network.' }])(
  'a saved conversation that gave up with %j has the reason',
  (input) => {
    expect(readReason(input)).toBe('No network.')
    const call = { type: 'tool-call', toolCallId: '1', toolName: 'give_up', input } as const
    const output = { type: 'text', value: 'Noted.' } as const
    const result = { type: 'tool-result', toolCallId: '1', toolName: 'give_up', output } as const
    expect(
      savedStop([
        { role: 'assistant', content: [call] },
        { role: 'tool', content: [result] },
      ]),
    ).toEqual({ outcome: 'gave-up', summary: 'No network.' })
  },
)

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
