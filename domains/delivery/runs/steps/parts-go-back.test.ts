import { expect, test } from 'vitest'
import { afterTest } from '../../../../testing/after-test.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { nodeLibrary, propose } from '../../../../testing/delivery.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { testOf } from '../../../../testing/runs/judged-runs.ts'
import { runUntilAsked } from '../../../../testing/runs/requests.ts'
import { modelSettings, turns } from '../../../../testing/runs/scripted-turns.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-model'))

const files = { ...nodeLibrary, 'one.test.js': testOf("test('takes one', () => assert.equal(sum(4), 4))") }
const change = turns.write('sum.js', 'export const sum = (a, b = 0) => (a === undefined ? 0 : a + b)\n')

const runWith = async (answer: readonly ReturnType<typeof turns.end>[]) => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(files))
  provider.push(change, turns.end(), ...answer, turns.end())
  const { cycle, tasks, request } = await runUntilAsked(owner, await propose(owner, projectId, 'sum of one number'))
  const ofReviews = `select payload ->> 'verdict' as verdict from activity_event where name = 'task.reviewed'
    and entity_id = $1 order by position`
  const verdicts = (await asOwner(server, ofReviews, [tasks[0].id])).map(({ verdict }) => verdict)
  const [, , told] = await Promise.all([provider.nextRequest(), provider.nextRequest(), provider.nextRequest()])
  return { cycle, request, verdicts, told: JSON.stringify(told.body.messages) }
}

test('the agent reads once which parts no test notices, and its test of them lets the change merge', async () => {
  const test = turns.write('none.test.js', testOf("test('no number', () => assert.equal(sum(), 0))"))
  const { cycle, verdicts, told } = await runWith([test])
  expect([cycle.status, verdicts]).toEqual(['completed', ['refused', 'proved']])
  expect(told).toMatch(/- The request is fulfilled, and no test notices some parts .*sum\.js:1: All tests pass /)
})

test('an agent that adds nothing leaves the parts to a person', async () => {
  const { verdicts, request } = await runWith([])
  expect(verdicts).toEqual(['refused', 'shown'])
  expect(request.reasons).toMatchObject([{ code: 'unseen', kind: 'hunk_not_shown', path: 'sum.js' }])
})
