import { expect, test } from 'vitest'
import type { TaskRow } from '../tasks/index.ts'
import { peoplesTasks } from './rules-plan.ts'

type Part = Pick<TaskRow, 'id' | 'number' | 'runId' | 'addedBy' | 'mend' | 'planChanged'>
const task = (of: Partial<Part>) => ({ ...plain, ...of }) as TaskRow
const plain = { id: 't', number: 1, runId: 'run', addedBy: null, mend: null, planChanged: false }
const mend = { checks: ['test'], log: '' }

const numbersOf = (...tasks: TaskRow[]) => {
  const { carried, drafts, isPlan } = peoplesTasks(tasks)
  return { carried: carried.map(({ number }) => number), drafts: drafts.map(({ number }) => number), isPlan }
}

test('people’s tasks are carried in their order, and are the whole plan if there is no other', () => {
  const one = task({ number: 1, addedBy: 'a' })
  const two = task({ number: 2, addedBy: 'b' })
  expect(numbersOf(two, one)).toEqual({ carried: [1, 2], drafts: [], isPlan: true })
  const planned = task({ number: 3 })
  expect(numbersOf(two, planned, one)).toEqual({ carried: [1, 2], drafts: [], isPlan: false })
})

test('a task that was made to mend a result is in no later run, and no part of a plan', () => {
  const own = task({ addedBy: 'a' })
  const made = task({ number: 2, mend, planChanged: true })
  expect(numbersOf(made, own)).toEqual({ carried: [1], drafts: [], isPlan: true })
  expect(numbersOf(made, task({}))).toEqual({ carried: [], drafts: [], isPlan: false })
})

test('a plan that people changed is carried over whole, only from the newest run', () => {
  const one = task({ number: 1 })
  const changed = task({ number: 2, planChanged: true })
  const draft = task({ number: 3, runId: null, addedBy: 'a' })
  expect(numbersOf(draft, changed, one)).toEqual({ carried: [1, 2], drafts: [3], isPlan: true })
  const older = task({ number: 1, runId: 'before', planChanged: true })
  expect(numbersOf(one, older)).toEqual({ carried: [], drafts: [], isPlan: false })
})
