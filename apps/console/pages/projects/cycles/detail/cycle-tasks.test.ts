import { expect, test } from 'vitest'
import { verdictOf } from '../../../../states.ts'
import { isCheckingResult, type Task } from './cycle-tasks.ts'

const tasks = (...all: Task['status'][]) => all.map((status) => ({ status }) as Task)

test('a cycle checks its result once all of its tasks are merged, and not while a pull request waits', () => {
  expect(isCheckingResult({ status: 'reviewing' }, tasks('merged', 'done'))).toBe(true)
  expect(isCheckingResult({ status: 'reviewing' }, tasks('merged', 'pr_created'))).toBe(false)
  expect(isCheckingResult({ status: 'running' }, tasks('merged'))).toBe(false)
  expect(isCheckingResult({ status: 'reviewing' }, [])).toBe(false)
})

test('a verdict that asked a person warns no more once its change is merged', () => {
  expect(verdictOf('checked', false).tone).toBe('wait')
  expect([verdictOf('shown', true), verdictOf('checked', true)].map(({ tone }) => tone)).toEqual(['plain', 'plain'])
  expect(verdictOf('unverified', true)).toEqual(verdictOf('unverified', false))
})
