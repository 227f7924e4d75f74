import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysLate, earliestDay, latestDay, reminderOn, settingFor } from '../rules.ts'

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const due = '2028-03-01'

const worlds = fc.record({
  days: fc.uniqueArray(fc.integer({ min: earliestDay, max: latestDay }), { maxLength: 10 }),
  issued: fc.integer({ min: -60, max: 0 }),
  saved: fc.integer({ min: -80, max: 100 }),
  // Days on which the job does not run at all.
  away: fc.uniqueArray(fc.integer({ min: -70, max: 110 }), { maxLength: 60 }),
})

/** Which reminders go, and on which day after the due one, when the job looks once or several times a day. */
const sentIn = ({ days, issued, saved, away }: typeof worlds extends fc.Arbitrary<infer W> ? W : never) => {
  const setting = { days, sinceDay: dayAfter(due, saved) }
  const invoice = { dueDay: due, issuedDay: dayAfter(due, issued) }
  const sent: { readonly day: number; readonly on: number }[] = []
  for (let on = Math.max(issued, saved); on <= 120; on += 1)
    for (let look = away.includes(on) ? 3 : 0; look < 3; look += 1) {
      const gone = sent.map(({ day }) => day)
      const day = reminderOn(dayAfter(due, on), invoice, setting, gone)
      if (day !== undefined) sent.push({ day, on })
    }
  return sent
}

test('each reminder goes at most once, in the order of its days, never early and never for a day before it could', () =>
  fc.assert(
    fc.property(worlds, (world) => {
      const sent = sentIn(world)
      const gone = sent.map(({ day }) => day)
      expect(gone).toEqual([...new Set(gone)].sort((one, other) => one - other))
      for (const { day, on } of sent) {
        expect(world.days).toContain(day)
        expect(on).toBeGreaterThanOrEqual(day)
        expect(day).toBeGreaterThanOrEqual(Math.max(world.issued, world.saved))
        if (day <= 0) expect(on).toBeLessThanOrEqual(0)
      }
    }),
  ))

test('if the job looks every day, each reminder goes on its very day', () =>
  fc.assert(
    fc.property(worlds, (world) => {
      const possible = world.days.filter((day) => day >= Math.max(world.issued, world.saved))
      expect(sentIn({ ...world, away: [] })).toEqual(
        possible.sort((one, other) => one - other).map((day) => ({ day, on: day })),
      )
    }),
  ))

test('after days without a run only the last reminder goes', () => {
  const setting = { days: [-3, 1, 7], sinceDay: '2028-01-01' }
  const invoice = { dueDay: due, issuedDay: '2028-02-01' }
  expect(reminderOn('2028-03-08', invoice, setting, [])).toBe(7)
  expect(reminderOn('2028-03-08', invoice, setting, [7])).toBeUndefined()
  expect(reminderOn('2028-03-01', invoice, setting, [])).toBe(-3)
  expect(reminderOn('2028-02-27', invoice, setting, [])).toBe(-3)
  expect(reminderOn('2028-02-26', invoice, setting, [])).toBeUndefined()
  expect(reminderOn('2028-03-20', invoice, { days: [], sinceDay: '2028-01-01' }, [])).toBeUndefined()
  expect(daysLate(invoice, '2028-03-08')).toBe(7)
})

test('a client account has its own setting, also none, before that of the workspace', () => {
  const all = { clientAccountId: null, days: [7], sinceDay: due }
  const own = { clientAccountId: 'a', days: [], sinceDay: due }
  expect([settingFor([all, own], 'a'), settingFor([all, own], 'b'), settingFor([own], 'b')]).toEqual([
    own,
    all,
    undefined,
  ])
})
