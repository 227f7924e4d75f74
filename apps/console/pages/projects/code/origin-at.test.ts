import { expect, test } from 'vitest'
import { originAt } from './origin-at.ts'

const range = (line: number, endLine: number, taskId: string | null) => ({
  line,
  endLine,
  commitSha: 'a'.repeat(40),
  author: 'Ada',
  taskId,
  account: taskId && 'needed',
  tests: [],
})
const task = {
  taskId: 't',
  cycleId: 'c',
  cycleTitle: 'Fix it',
  agent: 'Coder',
  model: 'gpt-5',
  needed: ['adds'],
  own: [],
}
const origins = { lines: [range(1, 2, null), range(3, 3, 't'), range(5, 9, null)], tasks: [task] }

test('a line has the range that it is in, with its task, and one of no range has none', () => {
  expect([0, 1, 2, 3, 4, 5, 9, 10].map((line) => originAt(origins, line)?.line)).toEqual([
    undefined,
    1,
    1,
    3,
    undefined,
    5,
    5,
    undefined,
  ])
  expect(originAt(origins, 3)).toMatchObject({ account: 'needed', task })
  expect(originAt(origins, 1)!.task).toBeUndefined()
})
