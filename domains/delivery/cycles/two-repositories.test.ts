import { expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { auditOf } from '../../../testing/audit-chain.ts'
import { attachedRepository } from '../../../testing/attached-repository.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { endOf, fileBlock, library, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { commandHeld, heldCommand, holdStep } from '../../../testing/held.ts'
import { bundleType, scanSource } from '../../../testing/imports.ts'
import { leftovers } from '../../../testing/leftovers.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { bundleOf, git, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/state.ts'
import { attachProjectRepo, detachProjectRepo, listProjectRepos } from '../../code/repositories/contract.ts'
import { listProjectBranches } from '../repository-reads/contract.ts'
import { getTaskReviewEvidence } from '../tasks/contract.ts'
import { addCycleTask, createTask, executeCycle, revertCycle, stopCycle } from './contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
const at = await scene(server)
const { owner } = at

const inside = (id: string, ...argv: string[]) => git(server.parts.repositories.gitDirOf(id), ...argv).trim()
const main = (id: string) => inside(id, 'rev-parse', 'main')
const filesOf = (id: string) => inside(id, 'ls-tree', '--name-only', 'main').split('\n')

/** A project with a second repository, whose own tests are in its package.json. */
const world = async () => {
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId, { checks: [{ name: 'primary only', command: 'test -e sum.js' }] })
  const files = { 'api.md': 'An API\n', 'package.json': '{ "scripts": { "test": "test -e api.md" } }\n' }
  const scan = await scanSource(owner, (await bundleOf(files)).bytes, bundleType)
  const body = { scanId: scan.body.id as string, label: 'API' }
  const beside = (await owner.call(attachProjectRepo, { id: projectId, body })).body.id as string
  const repositories = (await owner.call(listProjectRepos, { id: projectId })).body as { id: string }[]
  const primary = repositories.find(({ id }) => id !== beside)!.id
  return { projectId, primary, beside }
}
type World = Awaited<ReturnType<typeof world>>

/** A cycle with one task in each repository; the one beside the primary one waits for the other. */
const proposed = async ({ projectId, primary, beside }: World) => {
  const id = await propose(owner, projectId, 'Change both.')
  const add = async (body: object) => (await owner.call(addCycleTask, { id, body: body as never })).body.id as string
  const first = await add({ title: 'Site', description: fileBlock('site.txt', 'x\n'), repositoryId: primary })
  await add({ title: 'API', description: fileBlock('api.txt', 'x\n'), repositoryId: beside, dependsOn: [first] })
  return id
}

test('a cycle over two repositories is checked in each, delivered to both, and reverted in both', async () => {
  const made = await world()
  const { projectId, primary, beside } = made
  const before = [main(primary), main(beside)]
  const { cycle, tasks } = await runCycle(owner, await proposed(made))
  expect(cycle).toMatchObject({ status: 'completed', failure: null, baseSha: before[0], mergedSha: main(primary) })
  expect(tasks).toMatchObject([
    { repositoryId: primary, status: 'done' },
    { repositoryId: beside, status: 'done' },
  ])
  expect(filesOf(primary)).toContain('site.txt')
  expect(filesOf(beside)).toEqual(['api.md', 'api.txt', 'package.json'])
  const { body } = await owner.call(getTaskReviewEvidence, { id: tasks[1]!.id })
  expect(body).toMatchObject({ baseSha: before[1], files: [{ path: 'api.txt' }] })
  expect(body.checks).toMatchObject([
    { name: 'test', phase: 'base', outcome: 'passed' },
    { name: 'test', phase: 'task', outcome: 'passed' },
  ])
  const branches = (await owner.call(listProjectBranches, { id: projectId, query: { repo: beside } })).body.branches
  expect(branches).toMatchObject([
    { kind: 'default', headSha: null },
    { kind: 'task', headSha: tasks[1]!.headSha },
    { kind: 'cycle', headSha: main(beside) },
  ])
  const moved = { repositoryId: beside, targetRef: 'refs/heads/main', from: before[1], to: main(beside) }
  const [delivery] = (await auditOf(server, at.workspace, cycle.id)).filter(({ action }) => action === 'cycle.deliver')
  expect(delivery).toMatchObject({ details: { from: before[0], to: cycle.mergedSha, beside: [moved] } })

  const reverting = (await owner.call(revertCycle, { id: cycle.id })).body.cycle.id as string
  const undone = await runCycle(owner, reverting)
  expect(undone.cycle).toMatchObject({ status: 'completed', failure: null })
  expect(undone.tasks).toMatchObject([{ repositoryId: primary }, { repositoryId: beside }])
  expect([primary, beside].map((id, n) => inside(id, 'diff', '--raw', before[n]!, 'main'))).toEqual(['', ''])
  expect(await leftovers(server)).toEqual({})
})

test('a conflict in one repository keeps every target where it is', async () => {
  const { projectId, primary, beside } = await world()
  const id = await propose(owner, projectId, 'Change both.')
  const api = (content: string) => ({ title: 'API', description: fileBlock('api.txt', content), repositoryId: beside })
  const first = (await owner.call(addCycleTask, { id, body: api('one\n') })).body.id as string
  const slow = `\`\`\`run\n${heldCommand(server)}\n\`\`\`\n${fileBlock('site.txt', 'x\n')}`
  await owner.call(addCycleTask, { id, body: { title: 'Site', description: slow, dependsOn: [first] } })
  await owner.call(executeCycle, { id })
  const held = await commandHeld(server)
  const task = await owner.call(createTask, { body: { ...api('two\n'), projectId } })
  const other = await runCycle(owner, task.body.cycleId as string)
  expect(other.cycle).toMatchObject({ status: 'completed', failure: null, revisionId: null })
  expect(inside(beside, 'show', 'main:api.txt')).toBe('two')
  const detached = await owner.call(detachProjectRepo, { id: projectId, repoId: beside })
  expectError(detached, 409, 'project_active')
  const before = [main(primary), main(beside)]
  await held.release()
  const { cycle } = await endOf(owner, id)
  expect(cycle).toMatchObject({ status: 'failed', mergedSha: null, failure: { code: 'conflict' } })
  expect(cycle.failure!.message).toContain('api.txt')
  expect([main(primary), main(beside)]).toEqual(before)
})

test.for(['goes on', 'is stopped'])('a target that a dead process moved is taken back when the run %s', async (how) => {
  const made = await world()
  const held = await holdStep(server, 'deliver')
  const id = await proposed(made)
  await owner.call(executeCycle, { id })
  await held.reached()
  const before = [main(made.primary), main(made.beside)]
  const [row] = await asOwner(server, 'select to_sha as "to" from cycle_repository where cycle_id = $1', [id])
  inside(made.beside, 'update-ref', 'refs/heads/main', row!.to as string)
  const stopping = how === 'is stopped' ? owner.call(stopCycle, { id }) : undefined
  if (stopping) await held.someoneWaits()
  await held.release()
  await stopping
  const { cycle } = await endOf(owner, id)
  expect(cycle.status).toBe(stopping ? 'stopped' : 'completed')
  await expect.poll(() => leftovers(server)).toEqual({})
  if (stopping) {
    expect([main(made.primary), main(made.beside)]).toEqual(before)
    expect(inside(made.beside, 'for-each-ref', 'refs/atelier/')).toBe('')
  } else {
    expect(main(made.beside)).toBe(row!.to)
    expect(main(made.primary)).toBe(cycle.mergedSha)
  }
})

test('400 for a repository that no task can be done in', async () => {
  const { projectId } = await importProject(owner, await bundleOf(library))
  const id = await propose(owner, projectId, 'Change it.')
  const [another] = (await owner.call(listProjectRepos, { id: await emptyProject(owner) })).body as { id: string }[]
  const elsewhere = [await attachedRepository(owner, projectId), another?.id ?? uuidv7(), uuidv7()]
  const told = { title: 'A task', description: 'A part.' }
  for (const repositoryId of elsewhere) {
    const named = { ...told, repositoryId }
    const added = () => owner.call(addCycleTask, { id, body: named })
    expectError(await unchanged(server, added), 400, 'invalid_request')
    const created = () => owner.call(createTask, { body: { ...named, projectId } })
    expectError(await unchanged(server, created), 400, 'invalid_request')
  }
})
