import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scene } from '../../../testing/scene.ts'
import { testDatabase } from '../../../testing/database.ts'
import { dueDay } from './joins.ts'
import { daysLate, dueDayOf } from './rules.ts'

test.each([
  ['a date written as the end of a day', '2026-12-10T23:59:59.999Z', 'Europe/Berlin', '2026-12-10'],
  ['the same in the earliest time zone', '2026-12-10T23:59:59Z', 'Pacific/Kiritimati', '2026-12-10'],
  [
    'a date written as the begin of a day, in the latest time zone',
    '2026-12-10T00:00:00Z',
    'Pacific/Pago_Pago',
    '2026-12-10',
  ],
  ['the end of a day in Kiritimati', '2026-12-10T23:59:59+14:00', 'Pacific/Kiritimati', '2026-12-10'],
  ['the end of a day in Pago Pago', '2026-12-10T23:59:59-11:00', 'Pacific/Pago_Pago', '2026-12-10'],
  ['the begin of a day in Berlin', '2026-12-10T00:00:00+01:00', 'Europe/Berlin', '2026-12-10'],
  ['a time of day', '2026-12-10T10:30:00Z', 'Pacific/Kiritimati', '2026-12-11'],
  ['a time before 1970', '1969-12-31T23:59:59.500Z', 'Europe/Berlin', '1969-12-31'],
])('%s is due on one day', (_, dueAt, zone, day) => {
  expect(dueDayOf(zone, new Date(dueAt))).toBe(day)
})

test('an invoice of a public report is due on the day that it names, and late on the next', async () => {
  const file = join(import.meta.dirname, 'fixtures/due-day.json')
  const { workspace, draft, want } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly workspace: { readonly timeZone: string }
    readonly draft: { readonly dueAt: string }
    readonly want: { readonly xmlDueDate: string }
  }
  expect(dueDayOf(workspace.timeZone, new Date(draft.dueAt))).toBe(want.xmlDueDate)
  expect(daysLate(draft.dueAt, Date.parse('2026-12-11T09:00:00Z'), workspace.timeZone)).toBe(1)
})

test('reports and reminders, which ask the database, name the day that documents name', async () => {
  const { database } = await testDatabase()
  const { workspace } = await scene({ baseUrl: '', database })
  const seconds = fc.integer({ min: 0, max: 2_000_000_000 })
  const edges = fc.integer({ min: 0, max: 20_000 }).chain((day) => fc.constantFrom(day * 86_400, day * 86_400 - 1))
  const times = fc.sample(fc.oneof(seconds, edges), 200).map((at) => new Date(at * 1_000))
  for (const zone of ['Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const { rows } = await database.within(workspace, (tx) =>
      tx.query<{ day: string }>({
        text: `select (${dueDay('at')})::text as day from unnest($1::timestamptz[]) with ordinality as t (at, position)
          cross join (select $2::text as time_zone) zone order by position`,
        values: [times, zone],
      }),
    )
    expect(rows.map(({ day }) => day)).toEqual(times.map((at) => dueDayOf(zone, at)))
  }
})
