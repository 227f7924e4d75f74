import { expect, test } from 'vitest'
import { isSoak } from '../../../../testing/soak.ts'
import { cycleIn } from '../../../../testing/cycles.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { fileBlock, runCycle, endOf, propose } from '../../../../testing/delivery.ts'
import { runApproved } from '../../../../testing/runs/requests.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { refsIn } from '../../../../testing/repositories/refs.ts'
import { revert, revertible } from '../../../../testing/repositories/reverts.ts'
import { testServer } from '../../../../testing/server.ts'
import { listProjectRevisions } from '../../../code/revisions/contract.ts'
import { goBack } from '../../planning/contract.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'
import { getCycle, updateCycle } from '../../cycles/contract.ts'
import { commandHeld, heldCommand } from '../../../../testing/runs/held-commands.ts'
import { executeCycle } from '../contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })

const run = (command: string) => `\`\`\`run\n${command}\n\`\`\`\n`
const task = (info: string, ...blocks: string[]) => `\`\`\`\`task ${info}\n${blocks.join('\n')}\`\`\`\`\n`

test('a cycle of several tasks is undone as a whole, what came later stays, and a revert is reverted in turn', async () => {
  const begun = { 'a.txt': 'one\ntwo\nthree\nfour\nfive\n', 'tool.sh': 'echo\n', 'logo.bin': Buffer.from([0, 1, 2]) }
  const { at, projectId, inRepository, deliver } = await revertible(server, begun)
  const { owner } = at
  const first = await deliver(
    [
      task('one', run("sed -i 's/^one/ONE/' a.txt; chmod +x tool.sh"), fileBlock('new.txt', 'new\n')),
      task('two needs one', run('mv tool.sh bin.sh; printf "\\000\\003" >logo.bin')),
    ].join(''),
  )
  await deliver(run("sed -i 's/^five/FIVE/' a.txt; echo more >later.txt"))
  const calls = async () => (await at.rows('model_call')).length
  const before = await calls()
  const { cycle, tasks } = await runApproved(owner, await revert(owner, first.id))
  expect(cycle).toMatchObject({ status: 'completed', failure: null, revertsCycleId: first.id })
  expect(await calls()).toBe(before)
  const target = (await refsIn(server, projectId))['refs/heads/main']!
  expect(target).toBe(cycle.mergedSha)
  expect(inRepository('diff', '--raw', '--no-abbrev', first.baseSha, target, '--', '.', ':!a.txt', ':!later.txt')).toBe(
    '',
  )
  expect(inRepository('show', `${target}:a.txt`)).toBe('one\ntwo\nthree\nfour\nFIVE')
  expect(inRepository('show', `${target}:later.txt`)).toBe('more')
  const { body: evidence } = await owner.call(getTaskReviewEvidence, { id: tasks[0].id })
  expect(evidence).toMatchObject({ carriedOutBy: null, verdict: { outcome: 'unverified' } })
  expect(evidence.files).toHaveLength(4)
  expect(await at.eventNames(first.id)).toEqual(expect.arrayContaining(['cycle.completed', 'cycle.reverted']))
  const back = await runApproved(owner, await revert(owner, cycle.id))
  expect(back.cycle).toMatchObject({ status: 'completed', failure: null })
  expect(
    inRepository('diff', '--raw', first.mergedSha, back.cycle.mergedSha, '--', '.', ':!a.txt', ':!later.txt'),
  ).toBe('')
  expect(inRepository('show', `${back.cycle.mergedSha}:a.txt`)).toBe('ONE\ntwo\nthree\nfour\nFIVE')
  expect(await leftovers(server)).toEqual({})
})

test.runIf(isSoak)(
  'a later change on the same lines goes to the agent with both sides, and markers are never merged',
  async () => {
    const { at, projectId, inRepository, deliver } = await revertible(server, { 'a.txt': 'one\n' })
    const { owner } = at
    const first = await deliver(fileBlock('a.txt', 'two\n'))
    const later = await deliver(fileBlock('a.txt', 'three\n'))
    const id = await revert(owner, first.id)
    await owner.call(updateCycle, { id, body: { description: fileBlock('b.txt', 'beside it\n') } })
    const unsettled = await runCycle(owner, id)
    expect(unsettled.cycle).toMatchObject({ status: 'failed', mergedSha: null })
    expect(unsettled.cycle.failure.message).toContain('a.txt holds conflict markers')
    expect((await owner.call(getCycle, { id: first.id })).body.cycle.revertedByCycleId).toBe(id)
    const described = fileBlock('a.txt', 'one and three\n')
    await owner.call(updateCycle, { id, body: { description: described } })
    const { cycle, tasks } = await runCycle(owner, id)
    expect(cycle).toMatchObject({ status: 'completed', failure: null, baseSha: later.mergedSha, runNumber: 2 })
    expect(inRepository('show', `${cycle.mergedSha}:a.txt`)).toBe('one and three')
    const { body: evidence } = await owner.call(getTaskReviewEvidence, { id: tasks[0].id })
    expect(evidence).toMatchObject({ carriedOutBy: { harness: 'native' }, files: [{ path: 'a.txt' }] })
    const elsewhere = await cycleIn(server, at, projectId, 'completed')
    await asOwner(server, 'update cycle set merged_sha = $2 where id = $1', [elsewhere, 'a'.repeat(40)])
    expect((await runCycle(owner, await revert(owner, elsewhere))).cycle).toMatchObject({
      status: 'failed',
      failure: { step: 'revert-task', code: 'not_revertible' },
    })
  },
)

test.runIf(isSoak)(
  'a cycle that goes back makes a new revision with the files of an earlier one, and keeps what came after it was proposed',
  async () => {
    const { at, projectId, inRepository, deliver } = await revertible(server, { 'a.txt': 'one\n' })
    const { owner } = at
    await deliver(fileBlock('a.txt', 'two\n'))
    await deliver(fileBlock('b.txt', 'new\n'))
    const revisions = async () =>
      (await owner.call(listProjectRevisions, { id: projectId })).body as { revisionId: string; commitSha: string }[]
    const [newest, , first] = await revisions()
    const restore = async () => {
      const body = { revisionId: first!.revisionId, expectedRevisionId: newest!.revisionId }
      const reply = await owner.call(goBack, { id: projectId, body })
      expect(reply.status).toBe(202)
      return reply.body.cycle.id as string
    }
    const id = await restore()
    await deliver(fileBlock('later.txt', 'stays\n'))
    const { cycle, tasks } = await runCycle(owner, id)
    expect(cycle).toMatchObject({ status: 'completed', failure: null, restoresRevisionId: first!.revisionId })
    expect(inRepository('diff', '--name-only', first!.commitSha, cycle.mergedSha)).toBe('later.txt')
    const [head] = await revisions()
    expect(head).toMatchObject({ generation: 5, revisionId: cycle.revisionId, commitSha: cycle.mergedSha })
    expect(inRepository('merge-base', newest!.commitSha, cycle.mergedSha)).toBe(newest!.commitSha)
    const { body: evidence } = await owner.call(getTaskReviewEvidence, { id: tasks[0].id })
    expect(evidence).toMatchObject({ carriedOutBy: null, files: [{ path: 'a.txt' }, { path: 'b.txt' }] })
  },
)

test.runIf(isSoak)(
  'a revert of a cycle that was merged into a moved branch undoes its change and nothing else',
  async () => {
    const { at, projectId, inRepository, deliver } = await revertible(server, { 'a.txt': 'one\n' })
    const { owner } = at
    const id = await propose(owner, projectId, run(heldCommand(server)) + fileBlock('mine.txt', 'mine\n'))
    await owner.call(executeCycle, { id })
    const held = await commandHeld(server)
    const other = await deliver(fileBlock('other.txt', 'other\n'))
    await held.release()
    const { cycle: merged } = await endOf(owner, id)
    expect(inRepository('log', '-1', '--format=%P', merged.mergedSha)).toMatch(new RegExp(`^${other.mergedSha} `))
    const { cycle } = await runCycle(owner, await revert(owner, id))
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    expect(inRepository('ls-tree', '-r', '--name-only', cycle.mergedSha).split('\n')).toEqual(['a.txt', 'other.txt'])
  },
)

/** Its check fails if one file needs another file that is missing. */
const needy = { 'package.json': '{ "scripts": { "test": "[ ! -e uses-less.js ] || [ -e less.js ]" } }\n' }

test.runIf(isSoak)('checks judge a revert as any change: a change that others need by now is not undone', async () => {
  const { at, projectId, deliver } = await revertible(server, needy)
  const { owner } = at
  const first = await deliver(fileBlock('less.js', 'export const less = (a, b) => a - b\n'))
  const last = await deliver(fileBlock('uses-less.js', "import './less.js'\n"))
  const refused = await runCycle(owner, await revert(owner, first.id))
  expect(refused.cycle).toMatchObject({ status: 'failed', mergedSha: null })
  expect(refused.cycle.failure.message).toContain('The check “test” passed before the change')
  expect(await refsIn(server, projectId)).toEqual({ 'refs/heads/main': last.mergedSha })
})
