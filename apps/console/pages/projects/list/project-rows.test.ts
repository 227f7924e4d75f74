import { expect, test } from 'vitest'
import type { CycleRow, WaitingItem } from '../../../api/waiting-items.ts'
import { activityOf } from './project-rows.ts'

const cycle = (status: CycleRow['status'], statusChangedAt: string, projectId = 'p') =>
  ({ id: statusChangedAt, projectId, status, statusChangedAt }) as CycleRow

test('a blocked, a stopping and a draft cycle are not at work', () => {
  const cycles = (['running', 'planning', 'reviewing', 'blocked', 'stopping', 'draft', 'failed'] as const).map(
    (status, at) => cycle(status, `2026-11-0${at + 1}`),
  )
  expect(activityOf('p', cycles, [])).toEqual({
    atWork: 3,
    waiting: 0,
    kinds: {},
    deliveredAt: undefined,
  })
})

test('the cycle that waits is named before the cycle at work, and at rest none is named', () => {
  const cycles = [
    { ...cycle('completed', '2026-11-20'), title: 'Newest' },
    { ...cycle('running', '2026-11-09'), title: 'At work' },
  ]
  const waiting = [{ projectId: 'p', cycleTitle: 'Waits' }] as WaitingItem[]
  expect(activityOf('p', cycles, waiting).current).toBe('Waits')
  expect(activityOf('p', cycles, []).current).toBe('At work')
  expect(activityOf('p', cycles.slice(0, 1), []).current).toBeUndefined()
})

test('a project shows its own last delivery and what waits in it', () => {
  const cycles = [
    cycle('completed', '2026-11-02'),
    cycle('completed', '2026-11-09'),
    cycle('completed', '2026-11-20', 'other'),
  ]
  const review = { projectId: 'p', request: { requestType: 'approval' } }
  const waiting = [{ projectId: 'p' }, review, { projectId: 'other' }] as WaitingItem[]
  expect(activityOf('p', cycles, waiting)).toEqual({
    atWork: 0,
    waiting: 2,
    kinds: { failed: 1, approval: 1 },
    deliveredAt: '2026-11-09',
  })
  expect(activityOf('p', cycles, waiting, 3)).toMatchObject({ waiting: 5, kinds: { message: 3 } })
})
