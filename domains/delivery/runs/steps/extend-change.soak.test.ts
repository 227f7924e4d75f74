import { expect, test } from 'vitest'
import { afterTest } from '../../../../testing/after-test.ts'
import { nodeLibrary } from '../../../../testing/delivery.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { pathsOf, roundsOf, runRounds, testsOf, writesCode, writesPage } from '../../../../testing/rounds.ts'
import { modelSettings, turns } from '../../../../testing/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { deactivateAgent } from '../../../agents/agents/contract.ts'
import { builtInIds } from '../../../agents/agents/rules.ts'
import { setModelPreference } from '../../../agents/models/contract.ts'

const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer({
  ...modelSettings(provider.baseUrl, 'key-of-the-model'),
  ATELIER_MODEL_OTHERS: 'fake-tester=2/2',
})

test('a test of the tester that asserts nothing is judged as the coder’s own', async () => {
  const empty = [
    turns.write('sum.test.js', testsOf('undefined').replace('assert.equal(sum(1, 2), 3)', 'undefined')),
    turns.end('Test'),
  ]
  const ran = await runRounds(server, provider, { pipeline: 'full', files: nodeLibrary }, [
    ...writesCode,
    ...empty,
    turns.end('DONE: Nothing to say.'),
  ])
  expect(ran.evidence.verdict).toMatchObject({ approved: false })
  expect(roundsOf(ran)).toEqual(['test changed', 'document unchanged'])
})

test('a round that ends at a limit goes on by itself, without the coder', async () => {
  const circles = Array.from({ length: 5 }, () => turns.read('sum.js'))
  const ran = await runRounds(server, provider, { pipeline: 'docs', maxRevisions: 1 }, [
    ...writesCode,
    ...circles,
    ...writesPage,
  ])
  expect(ran.cycle.status).toBe('completed')
  expect(ran.steps).toEqual([
    'build-task',
    'document-task',
    'check-task',
    'review-task',
    'document-task',
    'check-task',
    'review-task',
  ])
  expect(pathsOf(ran)).toEqual(['README.md', 'sum.js'])
})

test('without its agent a round is left out, and a model that is not available asks a person', async () => {
  const left = await runRounds(
    server,
    provider,
    { pipeline: 'full', prepare: (owner) => owner.call(deactivateAgent, { id: builtInIds.tester }) },
    [...writesCode, ...writesPage],
  )
  expect([left.cycle.status, roundsOf(left)]).toEqual(['completed', ['test skipped', 'document changed']])
  const body = { modelIdentifier: 'not-there' }
  const asked = await runRounds(
    server,
    provider,
    { pipeline: 'docs', prepare: (owner) => owner.call(setModelPreference, { role: 'writer', body }) },
    writesCode,
  )
  expect(asked.evidence.rounds).toMatchObject([{ round: 'document', reason: expect.stringMatching(/not-there/) }])
  expect(asked.request.reasons).toMatchObject([{ code: 'agent_unfinished' }])
})

test('linters are the coder’s: the round works with the instructions of the agent that carries the task out', async () => {
  const ran = await runRounds(server, provider, { pipeline: 'lint' }, [
    ...writesCode,
    turns.end('DONE: Nothing is reported.'),
  ])
  expect([ran.cycle.status, roundsOf(ran)]).toEqual(['completed', ['lint unchanged']])
  expect(ran.evidence.rounds).toMatchObject([{ agent: { name: 'Ours' } }])
})
