import { expect, test } from 'vitest'
import { changedNames, isDismissedIn } from './dismissed-names.ts'

const failure = { id: 'a', statusChangedAt: '2026-11-23T08:00:00.000Z' }

test('a failure that is dismissed waits no more, until the cycle fails again', () => {
  const isDismissed = isDismissedIn(changedNames('', failure, true))
  expect(isDismissed(failure)).toBe(true)
  expect(isDismissed({ ...failure, statusChangedAt: '2026-11-23T09:00:00.000Z' })).toBe(false)
})

test('a failure that is brought back waits again', () =>
  expect(isDismissedIn(changedNames(changedNames('', failure, true), failure, false))(failure)).toBe(false))

test('of too many the oldest fall out', () => {
  const all = Array.from({ length: 201 }, (_, at) => ({ ...failure, id: String(at) }))
  const text = all.reduce((kept, one) => changedNames(kept, one, true), '')
  expect([text.split('\n').length, isDismissedIn(text)(all[0]!), isDismissedIn(text)(all[200]!)]).toEqual([
    200,
    false,
    true,
  ])
})
