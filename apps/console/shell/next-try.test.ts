import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTry } from './next-try.ts'

const failed = { tries: 0, isPassing: true, isCodeMissing: false, reloadedMsAgo: Infinity }

test('an error that a person has to mend is not tried again automatically', () => {
  expect(nextTry({ ...failed, isPassing: false })).toEqual({ is: 'none' })
})

test('a page whose code stays missing is reloaded after two tries, at most once a minute', () => {
  const missing = { ...failed, isCodeMissing: true }
  expect(nextTry({ ...missing, tries: 1 }).is).toBe('retry')
  expect(nextTry({ ...missing, tries: 2 })).toEqual({ is: 'reload' })
  expect(nextTry({ ...missing, tries: 2, reloadedMsAgo: 59_999 }).is).toBe('retry')
})

test('a page that has its code is never reloaded, and is tried again within 15 seconds', () =>
  fc.assert(
    fc.property(fc.nat(1_000), fc.nat(), (tries, reloadedMsAgo) => {
      const next = nextTry({ ...failed, tries, reloadedMsAgo })
      expect(next).toEqual({ is: 'retry', pauseMs: expect.any(Number) })
      expect(next.is === 'retry' && next.pauseMs <= 15_000 && next.pauseMs >= 500).toBe(true)
    }),
  ))
