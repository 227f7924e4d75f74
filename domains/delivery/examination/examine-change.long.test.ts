import { expect, test } from 'vitest'
import { isSoak } from '../../../testing/soak.ts'
import { setWorkspacePolicies } from '../../code/projects/contract.ts'
import { fileBlock, nodeLibrary, propose } from '../../../testing/delivery.ts'
import { judging, testOf } from '../../../testing/runs/judged-runs.ts'
import { leftovers } from '../../../testing/runner/leftovers.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { runUntilAsked } from '../../../testing/runs/requests.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import type { Examination } from '../tasks/contract/verdict.ts'

const server = await testServer()
const judged = judging(server)

const examining = { review: { examiner: 'always', shown: 'merge', checked: 'merge' } }
const product = 'export const sum = (a, b) => a + b\nexport const twice = (a) => 2 * a\n'
const usesTwice = (body: string) => testOf(body).replace('{ sum }', '{ sum, twice }')
const block = (answer: object | string) =>
  `\`\`\`examination\n${typeof answer === 'string' ? answer : JSON.stringify(answer)}\n\`\`\`\n`
const request = (answer: object | string) =>
  `Add twice to sum.js. The double of a number is never odd.\n\n${fileBlock('sum.js', product)}\n${block(answer)}`

const run = async (answer: object | string) => {
  const ran = await judged.run(request(answer), nodeLibrary, examining)
  return { ...ran, examination: (ran.verdict as unknown as { examination: Examination }).examination }
}

test('a test that fails without the change and passes with it proves the change', async () => {
  const content = usesTwice(
    "test('doubles', () => assert.equal(twice(2), 4))\ntest('adds', () => assert.equal(sum(2, 2), 4))",
  )
  const { at, task, verdict, examination, isMerged, checks } = await run({
    files: [{ path: 'sum.test.js', content }],
  })
  expect([isMerged, verdict?.outcome, verdict?.provedBy]).toEqual([true, 'proved', ['test']])
  expect(examination).toMatchObject({
    outcome: 'ran',
    model: 'offline',
    check: 'test',
    files: [{ path: 'sum.test.js', content }],
    costMicros: 0,
  })
  expect(examination.tests).toMatchObject([
    { name: 'doubles', outcome: 'shows_change' },
    { name: 'adds', outcome: 'shows_change' },
  ])
  expect(examination.durationMs).toBeGreaterThan(0)
  expect(checks.map(({ phase }) => phase)).not.toContain('base_tests')
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: task.id as string })
  expect(body.files).toMatchObject([{ path: 'sum.js' }])
  await at.grant(task.projectId as string, at.clientId, 'view')
  const seen = await at.client.call(getTaskReviewEvidence, { id: task.id as string })
  expect(seen.body.verdict).toMatchObject({ outcome: 'proved', examination: null })
  expect(await leftovers(server)).toEqual({})
})

const odd = usesTwice("test('is odd', () => assert.equal(twice(2) % 2, 1))")

test('a failing test that follows from quoted words of the request asks a person, and refuses nothing', async () => {
  const quote = 'The double of a number\nis never odd.'
  const readings = [{ test: 1, quote, reason: 'It says so.' }]
  const {
    cycle,
    request: asked,
    verdict,
    examination,
    isMerged,
  } = await run({
    files: [{ path: 'test/odd.test.js', content: odd.replace('./sum.js', '../sum.js') }],
    readings,
  })
  expect([isMerged, cycle.status, verdict?.outcome, verdict?.approved]).toEqual([false, 'blocked', 'checked', false])
  expect(asked.reasons).toEqual([
    {
      code: 'examination',
      message: expect.stringMatching(
        /^The request says “The double of a number is never odd\.”\. The test “is odd”.* 0 == 1/s,
      ),
    },
  ])
  expect(examination.tests).toMatchObject([
    { name: 'is odd', outcome: 'contradicts', quote: 'The double of a number is never odd.', reason: 'It says so.' },
  ])
  expect(examination.log).toContain('is odd')
})

test.runIf(isSoak)('a failing test without words of the request is listed and holds nothing back', async () => {
  const readings = [{ test: 1, quote: 'The double of two is an odd number.' }]
  const { isMerged, examination } = await run({ files: [{ path: 'odd.test.js', content: odd }], readings })
  expect(isMerged).toBe(true)
  expect(examination.tests).toMatchObject([{ name: 'is odd', outcome: 'not_counted' }])
})

const narrow = product.replace('=> a + b', '=> (b === null ? Number.NaN : a + b)')
const held = testOf("test('a number and nothing is the number', () => assert.equal(sum(1, null), 1))")
interface NarrowVerdict {
  readonly outcome: string
  readonly examination: Examination
  readonly findings?: readonly { readonly kind: string }[]
}
const runNarrow = async (readings: readonly object[]) => {
  const answer = {
    files: [{ path: 'sum.test.js', content: usesTwice("test('doubles', () => assert.equal(twice(2), 4))") }],
    before: [{ path: 'held.test.js', content: held }],
    readings,
  }
  const ran = await judged.run(request(answer).replace(product, narrow), nodeLibrary, examining)
  return { ...ran, verdict: ran.verdict as unknown as NarrowVerdict }
}

test('behaviour of the base that ends asks a person, and its test is thrown away', async () => {
  const {
    verdict,
    request: asked,
    isMerged,
  } = await runNarrow([{ test: 1, quote: null, reason: '1 before, NaN now.' }])
  expect([isMerged, verdict.outcome]).toEqual([false, 'shown'])
  expect(asked.reasons[0]).toMatchObject({
    code: 'unseen',
    message:
      'A test of what held before, “a number and nothing is the number”, passes without the change and fails with it. 1 before, NaN now.',
    path: 'sum.js',
  })
  expect(JSON.stringify(verdict.examination)).not.toMatch(/nothing is the number/)
})

test('behaviour that the request ends by its own words is no loss', async () => {
  const { verdict } = await runNarrow([{ test: 1, quote: 'Add twice to sum.js.', reason: 'Asked for.' }])
  expect(verdict.findings?.map(({ kind }) => kind) ?? []).not.toContain('behaviour_lost')
})

test.each([
  ['cannot be read', '{ "files": ', 'The model wrote no tests that can be run, asked twice.'],
  ['leaves the repository', { files: [{ path: '../odd.test.js', content: odd }] }, /no tests that can be run/],
  ['turns a file into a folder', { files: [{ path: 'sum.js/odd.test.js', content: odd }] }, /would replace a file/],
  ['has no test', { files: [] }, /found nothing in the request to test/],
])('an answer that %s is no examination, and the change is judged without it', async (_what, answer, reason) => {
  const { isMerged, examination } = await run(answer)
  expect(isMerged).toBe(true)
  expect(examination).toMatchObject({ outcome: 'not_examined', reason: expect.stringMatching(reason), tests: [] })
})

test('a project inherits the policy, and the verdict reports that no model is available to examine', async () => {
  const at = await scene(server)
  const policies = { review: { examiner: 'risky', shown: 'merge', checked: 'merge' } }
  expect((await at.owner.call(setWorkspacePolicies, { body: policies })).status).toBe(200)
  const { projectId } = await importProject(at.owner, await bundleOf(nodeLibrary))
  const id = await propose(at.owner, projectId, fileBlock('sum.js', product))
  const { tasks } = await runUntilAsked(at.owner, id)
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  expect(body.verdict).toMatchObject({
    outcome: 'checked',
    examination: { outcome: 'not_examined', reason: 'The built-in offline model examines nothing.', costMicros: 0 },
  })
})
