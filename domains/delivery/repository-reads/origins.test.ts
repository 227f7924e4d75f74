import { expect, test } from 'vitest'
import { endOf, fileBlock, nodeLibrary } from '../../../testing/delivery.ts'
import { adds, judging, testOf } from '../../../testing/runs/judged-runs.ts'
import { testServer } from '../../../testing/server.ts'
import { getProjectFileContent } from './contract.ts'

const server = await testServer()
const { run } = judging(server)

test('a file has for each line the author, the cycle, and the need, if requested', async () => {
  const takesOne = "test('takes one', () => assert.equal(sum(4), 4))"
  const { at, cycle, task } = await run(
    `Fix the sum of one number.\n\n${fileBlock('sum.js', 'export const sum = (a, b = 0) => a + b\n// The end.\n')}`,
    {
      ...nodeLibrary,
      'sum.js': `${nodeLibrary['sum.js']}// The end.\n`,
      'one.test.js': testOf(`${adds}\n${takesOne}`),
    },
  )
  expect((await endOf(at.owner, cycle.id)).cycle.status).toBe('completed')
  const read = async (query: object) =>
    (await at.owner.call(getProjectFileContent, { id: task.projectId as string, query: { path: 'sum.js', ...query } }))
      .body
  const whole = await read({ origins: 'true' })
  expect(whole.origins).toEqual({
    lines: [
      {
        line: 1,
        endLine: 1,
        commitSha: task.headSha,
        author: 'Atelier',
        taskId: task.id,
        account: 'needed',
        tests: ['takes one'],
      },
      expect.objectContaining({ line: 2, endLine: 2, taskId: null, account: null }),
    ],
    tasks: [
      {
        taskId: task.id,
        cycleId: cycle.id,
        cycleTitle: cycle.title,
        agent: 'Coder',
        model: 'offline',
        needed: ['takes one'],
        own: [],
      },
    ],
  })
  const { origins: _origins, ...file } = whole
  expect(await read({})).toEqual(file)
})
