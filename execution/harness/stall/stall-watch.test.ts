import { expect, test } from 'vitest'
import { openStallWatch } from './stall-watch.ts'

const minute = 60_000
const opened = () => {
  const clock = { ms: Date.parse('2026-05-01T10:00:00Z') }
  const watch = openStallWatch({ stallMs: 15 * minute, now: () => clock.ms })
  return {
    ...watch,
    /** Looks after so many minutes. */
    after: (minutes: number, processorMs?: number) => {
      clock.ms += minutes * minute
      return watch.look(processorMs)
    },
  }
}

test('an agent that shows signs of life in time works, however long it takes', () => {
  const watch = opened()
  for (let at = 0; at < 20; at += 1) {
    expect(watch.after(14)).toBe('works')
    watch.seen('an event')
  }
})

test('after the span something is done about it once, and after as long again the evidence has the last activity', () => {
  const watch = opened()
  watch.seen('a part of an answer of the model')
  expect(watch.after(15)).toBe('intervene')
  watch.intervened('its model call was broken off and asked again')
  expect(watch.after(14)).toBe('works')
  expect(watch.after(1)).toEqual({
    evidence:
      'The agent stood still: no event, no output, no token and no use of the processor for 15 minutes, and as long again after an intervention. Last seen was a part of an answer of the model, at 2026-05-01T10:00:00.000Z; at 2026-05-01T10:15:00.000Z, its model call was broken off and asked again.',
  })
})

test('a sign after the intervention begins again', () => {
  const watch = opened()
  expect(watch.after(15)).toBe('intervene')
  watch.seen('an event')
  expect(watch.after(14)).toBe('works')
  expect(watch.after(1)).toBe('intervene')
})

test('a wait that was asked for is no standstill', () => {
  const watch = opened()
  watch.seen('a wait that the endpoint asked for', 60 * minute)
  expect(watch.after(74)).toBe('works')
  expect(watch.after(1)).toBe('intervene')
})

test('a silent command that uses the processor is at work, and a waiting command is not', () => {
  const watch = opened()
  let usedMs = 0
  for (let at = 0; at < 10; at += 1) expect(watch.after(10, (usedMs += 5 * minute))).toBe('works')
  expect(watch.after(10, usedMs + 50)).toBe('works')
  expect(watch.after(10, usedMs + 100)).toBe('intervene')
})
