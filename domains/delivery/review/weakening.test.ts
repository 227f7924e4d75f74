import { afterAll, expect, test } from 'vitest'
import { cheats, wrongTests } from '../../../testing/cheats.ts'
import { endOf } from '../../../testing/delivery.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { requestOf } from '../../../testing/requests.ts'
import { modelSettings, turns } from '../../../testing/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { resolvePendingRequest } from '../requests/contract.ts'
import { executeCycle } from '../runs/contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'a-key'))
const { begin, findingsOf, expectRefused } = cheats(server, provider)

test('an agent that deletes the tests is refused, with the file and the line', () =>
  expectRefused(
    [wrongTests, turns.run('rm sum.test.js')],
    [{ kind: 'test_file_deleted', sentence: /sum\.test\.js is deleted with 1 test \(“adds”\)/ }],
  ))

const rule = turns.run(`sed -i 's/"error"/"off"/' .eslintrc.json`)

test('what only a person can judge waits for one, with the file and the line, and is merged on approval', async () => {
  const made = await begin([wrongTests, rule])
  expect((await made.owner.call(executeCycle, { id: made.id })).status).toBe(200)
  const request = await requestOf(made.owner, made.id)
  const reason = {
    code: 'weakened',
    kind: 'checker_loosened',
    path: '.eslintrc.json',
    line: 3,
    message: expect.stringContaining('"eqeqeq": "off"'),
  }
  expect(request.reasons).toContainEqual(reason)
  expect((await made.owner.call(resolvePendingRequest, { id: request.id, body: { status: 'approved' } })).status).toBe(
    200,
  )
  const { cycle } = await endOf(made.owner, made.id)
  expect(cycle.status).toBe('completed')
  expect(await findingsOf(made)).toEqual([
    expect.objectContaining({ kind: 'checker_loosened', level: 'ask', path: '.eslintrc.json', line: 3 }),
  ])
})
