import { expect, test } from 'vitest'
import { en as words } from '../../words/course/en.ts'
import { en } from '../../words/en.ts'
import { saidOf } from './said-of.ts'

const said = (eventType: string) => saidOf(eventType, en.states, words)

test('an event is told by the state that it led to, by what was done, or else as it is named', () => {
  expect(said('task.merged')).toEqual({ glyph: 'good', text: 'Merged' })
  expect(said('cycle.failed')).toEqual({ glyph: 'bad', text: 'Failed' })
  expect(said('task.reviewed')).toEqual({ glyph: 'queued', text: 'Reviewed' })
  expect(said('pending_request.resolved')).toEqual({ glyph: 'wait', text: 'Decided' })
  expect(said('agent_run.odd')).toEqual({ glyph: 'queued', text: undefined })
})
