import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { attachedRepository } from '../../../testing/repositories/attached-repository.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { endOf, fileBlock, library, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { type HeldStep, holdStep } from '../../../testing/runs/held-commands.ts'
import { bundleType, scanSource } from '../../../testing/repositories/imports.ts'
import { leftovers } from '../../../testing/runner/leftovers.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { headOfBranch, putBranch } from '../../../testing/repositories/refs.ts'
import { bundleOf, git, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { isLong, isSoak } from '../../../testing/soak.ts'
import { asOwner } from '../../../testing/database-state.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { emptyTree } from '../../../execution/repositories/index.ts'
import { attachProjectRepo, detachProjectRepo, listProjectRepos } from '../../code/repositories/contract.ts'
import { getProjectRevisionHead } from '../../code/revisions/contract.ts'
import { listProjectBranches } from '../repository-reads/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import { addCycleTask, createTask, goBack } from '../planning/contract.ts'
import { executeCycle } from './contract.ts'
import { stopCycle } from '../cycles/contract.ts'
import { moveTargets } from './steps/deliver.ts'
import { recordIntendedMove, beginInRepository } from '../cycles/run.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
const at = await scene(server)
const { owner } = at

const inside = (id: string, ...argv: string[]) => git(server.gitDirOf(id), ...argv).trim()
const main = (id: string) => headOfBranch(server, id)
const filesOf = async (id: string) => inside(id, 'ls-tree', '--name-only', await main(id)).split('\n')

/** A commit without any file that follows the newest one; no branch has it. */
const emptied = async (id: string) =>
  inside(id, 'commit-tree', emptyTree, '-p', await main(id), '-m', `Empty it ${uuidv7()}`)

/** A project with a second repository, whose own tests are in its package.json. */
const made = await (async () => {
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId, { checks: [{ name: 'primary only', command: 'test -e sum.js' }] })
  const files = { 'api.md': 'An API\n', 'package.json': '{ "scripts": { "test": "test -e api.md" } }\n' }
  const scan = await scanSource(owner, (await bundleOf(files)).bytes, bundleType)
  const body = { scanId: scan.body.id as string, label: 'API' }
  const beside = (await owner.call(attachProjectRepo, { id: projectId, body })).body.id as string
  const all = (await owner.call(listProjectRepos, { id: projectId })).body as { id: string }[]
  return { projectId, primary: all.find(({ id }) => id !== beside)!.id, beside }
})()
const { projectId, primary, beside } = made
const stand = () => Promise.all([main(primary), main(beside)])
const began = await stand()

/** Runs the cycle to the point before its delivery, and does something there; returns the result. */
const atDelivery = async (id: string, doing: (to: string, held: HeldStep) => Promise<void> | void) => {
  const held = await holdStep(server, 'deliver')
  await owner.call(executeCycle, { id })
  await held.reached()
  const text = 'select to_sha as "to" from cycle_repository where cycle_id = $1 order by created_at desc'
  await doing((await asOwner(server, text, [id]))[0]!.to as string, held)
  await held.release()
  const ended = await endOf(owner, id)
  await expect.poll(() => leftovers(server)).toEqual({})
  return ended
}

test.runIf(isLong)(
  'a cycle over two repositories moves none on a conflict, is delivered to both, and undone in none when its revert is stopped, else in both',
  async () => {
    const planned = fileBlock('api.md', 'An API, served\n')
    const id = await propose(owner, projectId, `\`\`\`\`task API repository api\n${planned}\`\`\`\`\n`)
    const conflict = await atDelivery(id, async () => putBranch(server, beside, 'main', await emptied(beside)))
    expect(conflict.cycle).toMatchObject({ status: 'failed', mergedSha: null, failure: { code: 'conflict' } })
    expect(conflict.cycle.failure.message).toContain('api.md')
    expect([await main(primary), await filesOf(beside)]).toEqual([began[0], ['']])
    await putBranch(server, beside, 'main', began[1])

    const body = { title: 'Site', description: fileBlock('site.txt', 'x\n'), repositoryId: primary }
    expect((await owner.call(addCycleTask, { id, body })).status).toBe(201)
    const delivered = await atDelivery(id, async () => {
      expectError(await owner.call(detachProjectRepo, { id: projectId, repoId: beside }), 409, 'project_active')
    })
    await deliveredToBoth(delivered)

    const now = await stand()
    const reverting = (await owner.call(goBack, { id: projectId, body: { cycleId: id } })).body.cycle.id as string
    let stopping: Promise<{ status: number }> | undefined
    const stopped = await atDelivery(reverting, async (to, held) => {
      expect(inside(beside, 'diff', '--raw', began[1], to)).toBe('')
      stopping = owner.call(stopCycle, { id: reverting })
      await held.someoneWaits()
    })
    expect((await stopping)?.status).toBe(200)
    expect(stopped).toMatchObject({
      cycle: { status: 'stopped' },
      tasks: [{ repositoryId: primary }, { repositoryId: beside }],
    })
    expect(await stand()).toEqual(now)
    await undoneInBoth(reverting)
  },
)

const undoneInBoth = async (reverting: string) => {
  const { cycle, tasks } = await runCycle(owner, reverting)
  expect(cycle).toMatchObject({ status: 'completed', failure: null, mergedSha: await main(primary) })
  expect(tasks).toMatchObject([
    { repositoryId: primary, status: 'done' },
    { repositoryId: beside, status: 'done' },
  ])
  const now = await stand()
  const trees = [primary, beside].map((id, at) => inside(id, 'diff', '--raw', began[at]!, now[at]!))
  expect(trees).toEqual(['', ''])
  expect(now).not.toEqual(began)
}

test.runIf(isLong)(
  'a cycle without a change in the primary repository is delivered to the other one, and makes no revision',
  async () => {
    const before = await stand()
    const head = async () => (await owner.call(getProjectRevisionHead, { id: projectId })).body.id as string
    const revision = await head()
    const body = { projectId, title: 'Docs', description: fileBlock('docs.txt', 'x\n'), repositoryId: beside }
    const { cycle, tasks } = await runCycle(owner, (await owner.call(createTask, { body })).body.cycleId as string)
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    expect(tasks).toMatchObject([{ title: 'Docs', status: 'done', repositoryId: beside, baseSha: before[1] }])
    expect([await main(primary), await head()]).toEqual([before[0], revision])
    const to = await main(beside)
    expect(inside(beside, 'diff', '--name-status', before[1], to)).toBe('A\tdocs.txt')
    const [delivery] = (await auditOf(server, at.workspace, cycle.id)).filter(
      ({ action }) => action === 'cycle.deliver',
    )
    expect(delivery).toMatchObject({ details: { beside: [{ repositoryId: beside, to }] } })
  },
)

const deliveredToBoth = async ({ cycle, tasks }: Awaited<ReturnType<typeof endOf>>) => {
  const [mergedSha, to] = await stand()
  expect(cycle).toMatchObject({ status: 'completed', failure: null, baseSha: began[0], mergedSha })
  expect(tasks).toMatchObject([
    { title: 'API', repositoryId: beside, status: 'done' },
    { title: 'Site', repositoryId: primary, status: 'done' },
  ])
  expect([await filesOf(primary), inside(beside, 'show', `${to}:api.md`)]).toEqual([
    [...Object.keys(library), 'site.txt'].sort(),
    'An API, served',
  ])
  const { body } = await owner.call(getTaskReviewEvidence, { id: tasks[0]!.id })
  expect(body).toMatchObject({ baseSha: began[1], files: [{ path: 'api.md' }] })
  expect(body.checks).toMatchObject([
    { name: 'test', phase: 'base', outcome: 'passed' },
    { name: 'test', phase: 'task', outcome: 'passed' },
  ])
  const { branches } = (await owner.call(listProjectBranches, { id: projectId, query: { repo: beside } })).body
  expect(branches).toMatchObject([
    { kind: 'default', headSha: to },
    { kind: 'task', headSha: tasks[0]!.headSha },
    { kind: 'task' },
    { kind: 'cycle', headSha: to },
  ])
  const moved = { repositoryId: beside, targetRef: 'refs/heads/main', from: began[1], to }
  const [delivery] = (await auditOf(server, at.workspace, cycle.id)).filter(({ action }) => action === 'cycle.deliver')
  expect(delivery).toMatchObject({ details: { from: began[0], to: cycle.mergedSha, beside: [moved] } })
}

test('the targets of a delivery move all or none', async () => {
  const cycleId = await propose(owner, projectId, 'Change it.')
  const runId = uuidv7()
  const [stays, from] = await stand()
  const to = await emptied(beside)
  const within = <T>(work: (tx: Transaction) => Promise<T>) => server.database.within(at.workspace, work)
  await within(async (tx) => {
    const target = { repositoryId: beside, targetRef: 'refs/heads/main' }
    await beginInRepository(tx, { ...target, runId, cycleId, baseSha: from, now: await tx.now() })
    await recordIntendedMove(tx, runId, beside, { from, to })
  })
  const move = (primaryFrom: string) =>
    within((tx) =>
      moveTargets(tx, runId, { repositoryId: primary, name: 'refs/heads/main', from: primaryFrom, to: stays }),
    )
  expect(await move(await emptied(primary))).toBe(false)
  expect(await stand()).toEqual([stays, from])
  const other = await emptied(beside)
  await putBranch(server, beside, 'main', other)
  expect(await move(stays)).toBe(false)
  expect(await stand()).toEqual([stays, other])
  await putBranch(server, beside, 'main', from)
  expect(await move(stays)).toBe(true)
  expect(await stand()).toEqual([stays, to])
})

test.runIf(isSoak)('a delivery that cannot be recorded fails, and every target keeps its head', async () => {
  await asOwner(
    server,
    `alter table cycle_repository add constraint unrecordable check (delivered_at is null) not valid`,
  )
  const before = await stand()
  const body = { projectId, title: 'Docs', description: fileBlock('docs.txt', 'x\n'), repositoryId: beside }
  const { cycleId } = (await owner.call(createTask, { body })).body
  const { cycle } = await runCycle(owner, cycleId as string)
  await asOwner(server, 'alter table cycle_repository drop constraint unrecordable')
  expect(cycle).toMatchObject({ status: 'failed', mergedSha: null, failure: { step: 'deliver', code: 'internal' } })
  expect(await stand()).toEqual(before)
})

test.runIf(isLong)('400 for a repository that no task can be done in', async () => {
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
  const created = await owner.call(createTask, { body: { ...told, projectId, repositoryId: beside } })
  expect(created).toMatchObject({ status: 201, body: { repositoryId: beside, runId: null } })
})
