import { expect, test } from 'vitest'
import { isLong, isSoak } from '../../../../testing/soak.ts'
import { afterTest } from '../../../../testing/after-test.ts'
import { nodeLibrary } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { startModelProvider, type Turn } from '../../../../testing/model-provider/index.ts'
import {
  pathsOf,
  roundsOf,
  runRounds,
  twice,
  writesCode,
  writesPage,
  writesTests,
  testsOf,
} from '../../../../testing/runs/rounds.ts'
import { modelSettings, turns } from '../../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { builtInIds } from '../../../agents/agents/rules.ts'
import { setModelPreference } from '../../../agents/models/contract.ts'
import { deactivateAgent } from '../../../agents/agents/contract.ts'

const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer({
  ...modelSettings(provider.baseUrl, 'key-of-the-model'),
  ATELIER_MODEL_OTHERS: 'fake-tester=2/2',
})

test.runIf(isLong)(
  'the pipeline full has a tester and a writer add to the change, which their tests prove',
  async () => {
    const preferred = { modelIdentifier: 'fake-tester' }
    const ran = await runRounds(
      server,
      provider,
      {
        pipeline: 'full',
        files: nodeLibrary,
        prepare: (owner) => owner.call(setModelPreference, { role: 'tester', body: preferred }),
      },
      [...writesCode, ...writesTests, ...writesPage],
    )
    // A new export that only tests of the change notice is put to a person.
    expect([ran.cycle.status, ran.evidence.verdict]).toMatchObject(['blocked', { outcome: 'shown' }])
    expect(ran.steps).toEqual(['build-task', 'test-task', 'document-task', 'check-task', 'review-task'])
    expect(pathsOf(ran)).toEqual(['README.md', 'sum.js', 'sum.test.js'])
    expect(ran.evidence.carriedOutBy).toMatchObject({ name: 'Ours', model: 'fake-large' })
    expect(ran.evidence.rounds).toMatchObject([
      { round: 'test', outcome: 'changed', agent: { id: builtInIds.tester, model: 'fake-tester' } },
      { round: 'document', outcome: 'changed', agent: { id: builtInIds.writer, model: 'fake-large' } },
    ])
    const [, , tester, , writer] = ran.requests.map(({ body }) => body)
    expect([tester!.model, writer!.model]).toEqual(['fake-tester', 'fake-large'])
    expect(tester!.messages[0]!.content).toContain('Test behaviour that somebody relies on')
    expect(tester!.messages[1]!.content).toMatch(
      /^Write tests for a change\.[^]*\n {4}Add twice, the double of a number\./,
    )
    expect(writer!.messages[0]!.content).toContain('Write what readers of the project need')
    const calls = (await ran.at.rows('model_call')) as { step: string; status: string }[]
    const named = calls.map(({ step, status }) => `${step.replace(/^[\d.]+/, '').replace(/-\d+$/, '')} ${status}`)
    expect(Object.entries(Object.groupBy(named, (name) => name)).map(([name, all]) => [name, all!.length])).toEqual([
      ['build-task finished', 2],
      ['test-task finished', 2],
      ['document-task finished', 2],
    ])
    // The cycle and its task wait for the decision.
    expect(await leftovers(server)).toEqual({ parked: 2, liveSteps: 2 })
  },
)

test.runIf(isSoak)(
  'a failing test of the tester sends the change back to the coder, and the rounds follow again',
  async () => {
    const wrong = [turns.write('sum.js', twice.replace('2 * a', 'a')), turns.end('Add twice')]
    const mends = [turns.write('sum.js', twice), turns.end('Mend twice')]
    const ran = await runRounds(server, provider, { pipeline: 'security', files: nodeLibrary, maxRevisions: 1 }, [
      ...wrong,
      ...writesTests,
      ...mends,
      turns.end('DONE: The test holds.'),
    ])
    // A new export that only tests of the change notice is put to a person.
    expect([ran.cycle.status, ran.evidence.verdict]).toMatchObject(['blocked', { outcome: 'shown' }])
    const round = ['build-task', 'secure-task', 'check-task', 'review-task']
    expect(ran.steps).toEqual([...round, ...round])
    expect(pathsOf(ran)).toEqual(['sum.js', 'sum.test.js'])
    expect(roundsOf(ran)).toEqual(['secure unchanged'])
    const asked = ran.requests.map(({ body }) => body.messages)
    expect(asked[4]!.at(-1)!.content).toContain('doubles')
    // The tester continues with its own conversation.
    expect(asked[6]!.filter(({ role }) => role === 'tool')).toHaveLength(1)
  },
)

test.runIf(isLong)('a round that stops early keeps the change and asks a person', async () => {
  const giveUp: Turn = { toolCalls: [{ name: 'give_up', input: { reason: 'There is no runner.' } }] }
  const ran = await runRounds(server, provider, { pipeline: 'full', maxRevisions: 2 }, [
    ...writesCode,
    turns.write('left.md', 'x\n'),
    giveUp,
  ])
  expect(ran.steps).toEqual(['build-task', 'test-task', 'check-task', 'review-task'])
  expect(ran.request.reasons).toMatchObject([
    { code: 'agent_unfinished', message: expect.stringMatching(/The tester did not finish\. .*There is no runner\./) },
  ])
  expect([pathsOf(ran), roundsOf(ran)]).toEqual([['sum.js'], ['test unfinished']])
})

test('a used-up budget ends a round, and a person decides on the change as it is', async () => {
  const usage = { prompt_tokens: 11_000, completion_tokens: 0 }
  // Enough for both calls of the coder, and not for the worst case of a third.
  const ran = await runRounds(
    server,
    provider,
    { pipeline: 'docs', maxRevisions: 2, costCapUsd: 0.033 },
    writesCode.map((turn) => ({ ...turn, usage })),
  )
  expect(ran.request.reasons).toMatchObject([{ code: 'agent_unfinished' }])
  expect([pathsOf(ran), roundsOf(ran)]).toEqual([['sum.js'], ['document unfinished']])
})

test.runIf(isLong)('the pipeline default has no further round', async () => {
  const ran = await runRounds(server, provider, { pipeline: 'default' }, writesCode)
  expect(ran.steps).toEqual(['build-task', 'check-task', 'review-task'])
  expect([ran.cycle.status, ran.evidence.rounds]).toEqual(['completed', []])
})

test.runIf(isSoak)('a test of the tester that asserts nothing is judged as the coder’s own', async () => {
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

test.runIf(isSoak)('a round that ends at a limit continues without the coder', async () => {
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

test.runIf(isSoak)(
  'without its agent a round is left out, and a model that is not available asks a person',
  async () => {
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
  },
)

test.runIf(isSoak)(
  'linters are the coder’s: the round works with the instructions of the agent that carries the task out',
  async () => {
    const ran = await runRounds(server, provider, { pipeline: 'lint' }, [
      ...writesCode,
      turns.end('DONE: Nothing is reported.'),
    ])
    expect([ran.cycle.status, roundsOf(ran)]).toEqual(['completed', ['lint unchanged']])
    expect(ran.evidence.rounds).toMatchObject([{ agent: { name: 'Ours' } }])
  },
)
