import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endOf, fileBlock, propose, runCycle, mergeUnverified } from '../../../../testing/delivery.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { commandHeld, heldCommand } from '../../../../testing/runs/held-commands.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { refsIn } from '../../../../testing/repositories/refs.ts'
import { bundleRepository, bundleOf, git, importProject, inFolder, writeFiles } from '../../../../testing/repository.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'
import { executeCycle, getCycleRunDiagnostics } from '../contract.ts'
import { proposeCycle } from '../../planning/contract.ts'
import { dropOldManifests, manifestKey } from './prepare-delivery.ts'
import { isLong, isSoak } from '../../../../testing/soak.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
const files = { 'a.txt': 'one\n', 'b.txt': 'two\n' }

const world = async () => {
  const at = await scene(server)
  const { projectId, revisionId } = await importProject(at.owner, await bundleOf(files))
  await mergeUnverified(at.owner, projectId)
  return { at, projectId, revisionId }
}
const headOf = async ({ owner }: Scene, projectId: string) =>
  (await owner.call(getProjectRevisionHead, { id: projectId })).body
const held = () => `\`\`\`run\n${heldCommand(server)}\n\`\`\`\n`
const targeted = async ({ owner }: Scene, projectId: string, targetBranch: string, description: string) => {
  const { status, body } = await owner.call(proposeCycle, {
    body: { projectId, title: 'A change', description, targetBranch },
  })
  expect(status).toBe(202)
  return body.cycle.id as string
}

const expectManifestForAFortnight = async (projectId: string, mergedSha: string) => {
  const { objects } = server.parts
  const key = manifestKey(projectId, mergedSha)
  await dropOldManifests(objects)
  expect(await objects.has(key)).toBe(true)
  const old = Date.now() / 1_000 - 15 * 86_400
  await utimes(join(server.dataFolder, 'objects', key), old, old)
  await dropOldManifests(objects)
  expect(await objects.has(key)).toBe(false)
}

test('a delivered change advances the default branch by one revision, with an audit row, an event and a manifest', async () => {
  const { at, projectId } = await world()
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, fileBlock('c.txt', 'three\n')))
  const head = await headOf(at, projectId)
  expect(head).toMatchObject({ revisionId: cycle.revisionId, commitSha: cycle.mergedSha, generation: 2 })
  expect(await refsIn(server, projectId)).toEqual({ 'refs/heads/main': cycle.mergedSha })
  expect(await at.eventNames(cycle.id)).toEqual([
    'cycle.proposed',
    'cycle.planning',
    'cycle.running',
    'cycle.reviewing',
    'cycle.completed',
  ])
  expect(await at.eventNames(tasks[0].id)).toEqual(
    ['queued', 'building', 'testing', 'reviewing', 'reviewed', 'approved', 'merging', 'merged', 'done'].map(
      (status) => `task.${status}`,
    ),
  )
  expect((await at.eventNames(projectId)).filter((name) => name === 'revision.created')).toHaveLength(1)
  const [, , delivered] = await auditOf(server, at.workspace, cycle.id)
  expect(delivered).toMatchObject({
    action: 'cycle.deliver',
    outcome: 'success',
    actorType: 'system',
    source: 'internal',
    requestId: null,
    details: {
      projectId,
      targetRef: 'refs/heads/main',
      from: cycle.baseSha,
      to: cycle.mergedSha,
      revisionId: cycle.revisionId,
    },
  })
  expect(await auditOf(server, at.workspace, tasks[0].id)).toMatchObject([
    { action: 'task.merge', details: { mergeSha: cycle.mergedSha } },
  ])
  await expectManifestForAFortnight(projectId, cycle.mergedSha as string)
  expect(await headOf(at, projectId)).toEqual(head)
})

test.runIf(isLong)('a missing target branch fails the cycle with a message that names it', async () => {
  const { at, projectId, revisionId } = await world()
  const { cycle, tasks } = await runCycle(
    at.owner,
    await targeted(at, projectId, 'feature/none', fileBlock('c.txt', 'x\n')),
  )
  expect(cycle).toMatchObject({
    status: 'failed',
    targetBranch: 'feature/none',
    baseSha: null,
    failure: { message: 'The repository has no branch feature/none.', step: 'plan' },
  })
  expect(tasks).toEqual([])
  expect(await headOf(at, projectId)).toMatchObject({ revisionId })
  expect((await at.owner.call(getCycleRunDiagnostics, { id: cycle.id })).body.steps).toMatchObject([
    { name: 'plan', status: 'failed', attempt: 1, error: 'The repository has no branch feature/none.' },
  ])
  expect(await leftovers(server)).toEqual({})
})

test.runIf(isSoak)('a target branch other than the default advances without a revision', async () => {
  const at = await scene(server)
  const bundle = await inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    await writeFiles(folder, files)
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'First')
    git(folder, 'branch', 'next')
    return bundleRepository(folder)
  })
  const { projectId, revisionId } = await importProject(at.owner, bundle)
  await mergeUnverified(at.owner, projectId)
  const { cycle } = await runCycle(at.owner, await targeted(at, projectId, 'next', fileBlock('c.txt', 'x\n')))
  expect(cycle).toMatchObject({ status: 'completed', revisionId: null, mergedSha: expect.any(String) })
  expect(await refsIn(server, projectId)).toEqual({
    'refs/heads/main': bundle.commitSha,
    'refs/heads/next': cycle.mergedSha,
  })
  expect(await headOf(at, projectId)).toMatchObject({ revisionId, generation: 1 })
  expect(await at.eventNames(projectId)).not.toContain('revision.created')
})

test.runIf(isSoak)('a change is merged with one delivered in the meantime by another cycle', async () => {
  const { at, projectId } = await world()
  const slow = await propose(at.owner, projectId, fileBlock('a.txt', 'ONE\n') + held())
  expect((await at.owner.call(executeCycle, { id: slow })).status).toBe(200)
  const command = await commandHeld(server)
  const quick = await runCycle(at.owner, await propose(at.owner, projectId, fileBlock('b.txt', 'TWO\n')))
  expect(quick.cycle.status).toBe('completed')
  await command.release()
  const { cycle } = await endOf(at.owner, slow)
  expect(cycle).toMatchObject({ status: 'completed', baseSha: quick.cycle.baseSha })
  const { repositories } = server.parts
  const [repository] = await at.rows('repository')
  const read = async (path: string) =>
    (
      await repositories.readFile(String(repository!.id), {
        commit: cycle.mergedSha as string,
        path: { path },
        maxBytes: 100,
      })
    )?.content?.toString()
  expect([await read('a.txt'), await read('b.txt')]).toEqual(['ONE\n', 'TWO\n'])
  expect(
    await repositories.isAncestor(String(repository!.id), quick.cycle.mergedSha as string, cycle.mergedSha as string),
  ).toBe(true)
  expect(await headOf(at, projectId)).toMatchObject({ commitSha: cycle.mergedSha, generation: 3 })
})

test.runIf(isLong)(
  'a change that conflicts with one delivered in the meantime fails with the paths, and leaves the target unchanged',
  async () => {
    const { at, projectId } = await world()
    const slow = await propose(at.owner, projectId, fileBlock('a.txt', 'ONE\n') + fileBlock('b.txt', 'TWO\n') + held())
    expect((await at.owner.call(executeCycle, { id: slow })).status).toBe(200)
    const command = await commandHeld(server)
    const both = fileBlock('a.txt', 'eins\n') + fileBlock('b.txt', 'zwei\n')
    const quick = await runCycle(at.owner, await propose(at.owner, projectId, both))
    await command.release()
    const { cycle, tasks } = await endOf(at.owner, slow)
    expect(cycle).toMatchObject({
      status: 'failed',
      mergedSha: null,
      revisionId: null,
      failure: {
        step: 'prepare-delivery',
        code: 'conflict',
        message: expect.stringMatching(/in a\.txt, b\.txt\. Run the cycle again/),
      },
    })
    expect(tasks).toMatchObject([{ status: 'failed', failure: { code: 'conflict' } }])
    expect(await headOf(at, projectId)).toMatchObject({ commitSha: quick.cycle.mergedSha, generation: 2 })
    expect(await refsIn(server, projectId)).toEqual({ 'refs/heads/main': quick.cycle.mergedSha })
    expect(await leftovers(server)).toEqual({})
    const again = await at.owner.call(executeCycle, { id: slow })
    expect(again).toMatchObject({ status: 200, body: { runNumber: 2 } })
    await (await commandHeld(server)).release()
    expect(await endOf(at.owner, slow)).toMatchObject({
      cycle: { status: 'completed', baseSha: quick.cycle.mergedSha },
    })
  },
)

test.runIf(isSoak)('three concurrent cycles deliver three revisions, one after the other', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf({ 'a.txt': 'one\n' }))
  await mergeUnverified(at.owner, projectId)
  const ids = await Promise.all(
    Array.from({ length: 3 }, (_, n) => propose(at.owner, projectId, fileBlock(`file-${n}.txt`, `${n}\n`))),
  )
  const ended = await Promise.all(ids.map((id) => runCycle(at.owner, id)))
  for (const { cycle } of ended) expect(cycle).toMatchObject({ status: 'completed', failure: null })
  const revisions = await at.rows('revision')
  expect(revisions.map(({ generation }) => Number(generation)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 4 }, (_, n) => n + 1),
  )
  const { body: head } = await at.owner.call(getProjectRevisionHead, { id: projectId })
  expect(head.generation).toBe(4)
  const [repository] = await at.rows('repository')
  for (const { cycle } of ended)
    expect(
      await server.parts.repositories.isAncestor(
        String(repository!.id),
        cycle.mergedSha as string,
        head.commitSha as string,
      ),
    ).toBe(true)
  expect(await leftovers(server)).toEqual({})
})
