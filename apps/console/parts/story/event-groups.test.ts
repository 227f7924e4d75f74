import { expect, test } from 'vitest'
import { nameOfDay, dayIn } from './use-days.ts'
import { foldEqual, groupEvents, newsOf, settledIn } from './event-groups.ts'

let position = 0
const event = (
  eventType: string,
  occurredAt: string,
  of: { cycleId?: string; payload?: Record<string, unknown> } = {},
) => ({
  id: String((position += 1)),
  eventType,
  entityType: eventType.split('.')[0]!,
  entityId: 'x',
  projectId: 'p',
  cycleId: of.cycleId ?? null,
  payload: of.payload ?? {},
  occurredAt,
})
const day = (at: string) => at.slice(0, 10)

test('a cycle’s events on a day are a group for each of its runs', () => {
  const days = groupEvents(
    [
      event('task.merged', '2026-11-24T09:00', { cycleId: 'a' }),
      event('cycle.planning', '2026-11-24T08:00', { cycleId: 'a', payload: { runNumber: 2 } }),
      event('project.updated', '2026-11-24T07:30'),
      event('cycle.failed', '2026-11-24T07:00', { cycleId: 'a', payload: { runNumber: 1 } }),
      event('task.building', '2026-11-23T23:00', { cycleId: 'a' }),
    ],
    day,
  )
  expect(days.map((one) => [one.day, one.groups.map(({ run, events }) => [run, events.length])])).toEqual([
    [
      '2026-11-24',
      [
        [2, 2],
        [undefined, 1],
        [1, 1],
      ],
    ],
    ['2026-11-23', [[undefined, 1]]],
  ])
})

test('the events before the first run of a cycle belong to that run', () => {
  const of = (runNumber?: number) => ({ cycleId: 'a', ...(runNumber !== undefined && { payload: { runNumber } }) })
  const [day24] = groupEvents(
    [
      event('cycle.completed', '2026-11-24T09:00', of()),
      event('cycle.planning', '2026-11-24T08:00', of(1)),
      event('cycle.proposed', '2026-11-24T07:00', of()),
    ],
    day,
  )
  expect(day24!.groups.map(({ run, events }) => [run, events.length])).toEqual([[1, 3]])
})

test('a group shows its newest event and its news', () => {
  const steps = ['task.testing', 'task.building'].map((type) => event(type, '2026-11-24'))
  const failed = event('task.checked', '2026-11-24', { payload: { outcome: 'failed', phase: 'task' } })
  const onBase = event('task.checked', '2026-11-24', { payload: { outcome: 'failed', phase: 'base' } })
  expect(newsOf(steps)).toEqual([steps[0]])
  expect(newsOf([...steps, onBase, failed])).toEqual([steps[0], failed])
})

test('a day is that of the zone, and is named beside today', () => {
  expect(dayIn('Pacific/Auckland')('2026-11-23T12:00:00Z')).toBe('2026-11-24')
  const name = (one: string, language = 'en') =>
    nameOfDay(language, one, '2026-11-24', { today: 'Today', yesterday: 'Yesterday' })
  expect([name('2026-11-24'), name('2026-11-23'), name('2026-11-17')]).toEqual([
    'Today',
    'Yesterday',
    'Tuesday, November 17',
  ])
  expect(name('2025-11-17', 'de')).toBe('Montag, 17. November 2025')
})

test('equal events that follow each other are one', () => {
  const events = ['growth_message.approved', 'growth_message.approved', 'project.updated', 'growth_message.approved']
  const folds = foldEqual(
    events.map((type) => event(type, '2026-11-24T09:00')),
    ({ eventType }) => eventType,
  )
  expect(folds.map((fold) => fold.length)).toEqual([2, 1, 1])
})

test('a newer event settles what somebody waited for, and a message does not', () => {
  const [asked, blocked, open] = ['pending_request.created', 'cycle.blocked', 'cycle.blocked'].map((type, at) => ({
    ...event(type, '2026-11-24T09:00'),
    entityId: `thing ${at}`,
  })) as [ReturnType<typeof event>, ReturnType<typeof event>, ReturnType<typeof event>]
  const answered = { ...asked, id: 'answered', eventType: 'pending_request.resolved' }
  const delivered = { ...blocked, id: 'delivered', eventType: 'cycle.completed' }
  const written = { ...open, id: 'written', eventType: 'cycle.messaged' }
  expect([...settledIn([written, delivered, answered, open, blocked, asked])]).toEqual([blocked.id, asked.id])
})
