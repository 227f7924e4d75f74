import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { de } from '../../words/story/de.ts'
import { en } from '../../words/story/en.ts'
import { clauseKinds, dayStory } from './day-story.ts'

const cycle = uuidv7()
const other = uuidv7()
const later = uuidv7()
const task = uuidv7()
const event = (eventType: string, entityId: string, payload: Record<string, unknown> = {}) => ({
  id: uuidv7(),
  eventType,
  entityType: eventType.split('.')[0]!,
  entityId,
  projectId: null,
  cycleId: cycle,
  taskId: eventType.startsWith('task.') ? entityId : null,
  payload,
  occurredAt: '2026-11-24T09:00:00Z',
})

test('a day counts deliveries, and names the check that sent a change back', () => {
  const story = dayStory([
    event('cycle.completed', other),
    event('task.reviewed', task, { verdict: 'refused' }),
    event('task.checked', task, { name: 'empty basket', outcome: 'failed' }),
    event('task.checked', task, { name: 'lint', outcome: 'failed' }),
    event('cycle.completed', cycle),
    event('cycle.proposed', cycle),
    { ...event('cycle.proposed', later), cycleId: later },
  ])
  expect(story).toEqual([
    { kind: 'delivered', check: undefined, things: [cycle, other] },
    { kind: 'sentBack', check: 'empty basket', things: [task] },
    { kind: 'proposed', check: undefined, things: [later] },
  ])
})

test('a day shows how far a cycle came: its review once it was proposed, and after its end only the end', () => {
  const proposed = event('cycle.proposed', cycle)
  const review = {
    ...event('pending_request.created', uuidv7(), { requestType: 'approval' }),
    entityType: 'pending_request',
    taskId: task,
  }
  const question = {
    ...event('pending_request.created', other, { requestType: 'question' }),
    entityType: 'pending_request',
  }
  expect(dayStory([question, review, proposed])).toEqual([
    { kind: 'asked', check: undefined, things: [other] },
    { kind: 'reviewing', check: undefined, things: [task] },
  ])
  expect(dayStory([event('cycle.completed', cycle), review, proposed])).toEqual([
    { kind: 'delivered', check: undefined, things: [cycle] },
  ])
})

test('a thing is counted once a day, and a check that failed without a review is no clause', () => {
  expect(dayStory([event('cycle.failed', cycle), event('cycle.failed', cycle)])).toEqual([
    { kind: 'failed', check: undefined, things: [cycle] },
  ])
  expect(dayStory([event('task.checked', task, { name: 'test', outcome: 'failed' })])).toEqual([])
})

test.each([
  ['English', en],
  ['German', de],
])('every clause has words for one and for many in %s', (_, words) => {
  for (const kind of clauseKinds) {
    const one = words.clauses[kind](1, undefined)
    const many = words.clauses[kind](3, undefined)
    expect(one).not.toBe(many)
    expect(many).toContain('3')
  }
  expect(words.clauses.sentBack(1, 'empty basket')).toContain('empty basket')
})
