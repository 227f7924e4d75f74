import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { fileBlock, library, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { bundleType, scanSource } from '../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { headOfBranch, putBranch, packedIn } from '../../../testing/repositories/refs.ts'
import { bundleOf, git, importProject } from '../../../testing/repository.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { executeCycle } from '../../delivery/runs/contract.ts'
import {
  getProjectFileContent,
  listProjectBranches,
  listProjectFiles,
} from '../../delivery/repository-reads/contract.ts'
import { getTaskReviewEvidence } from '../../delivery/review/contract.ts'
import { createProject, deleteProject, getProject } from '../projects/contract.ts'
import { purgeProjects } from '../projects/jobs/purge-projects.ts'
import { purgeRepositories } from '../repository-records/jobs/purge-repositories.ts'
import { getProjectRevisionHead } from '../revisions/contract.ts'
import {
  attachProjectRepo,
  detachProjectRepo,
  listProjectRepos,
  makeProjectRepoPrimary,
  updateProjectRepo,
} from './contract.ts'
import { isLong, isSoak } from '../../../testing/soak.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
const at = await scene(server)
const { owner } = at

const attach = async (id: string, body: object) => owner.call(attachProjectRepo, { id, body })
const attached = async (id: string, body: object): Promise<string> => {
  const reply = await attach(id, body)
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return reply.body.id as string
}
const reposOf = async (id: string) => (await owner.call(listProjectRepos, { id })).body as Record<string, unknown>[]
const headOf = async (id: string) => (await owner.call(getProjectRevisionHead, { id })).body

const scanOf = async (files: Readonly<Record<string, string>>, by = owner) =>
  (await scanSource(by, (await bundleOf(files)).bytes, bundleType)).body.id as string

test.runIf(isSoak)(
  'a project made without repositories keeps its own history when one of a code host comes beside it',
  async () => {
    const id = await emptyProject(owner)
    const reply = await attach(id, { fullName: 'acme/site', branch: 'trunk', label: 'Site' })
    const shown = { host: 'codehost', fullName: 'acme/site', label: 'Site', defaultBranch: 'trunk', primary: false }
    expect([reply.status, await reposOf(id)]).toMatchObject([201, [shown]])
    expect(await at.auditActions(reply.body.id as string)).toEqual(['repository.attach'])
    await mergeUnverified(owner, id)
    const done = await runCycle(owner, await propose(owner, id, fileBlock('a.txt', 'x\n')))
    expect(done.cycle.status).toBe('completed')
    expectError(await owner.call(listProjectFiles, { id, query: { repo: 'ACME/site' } }), 502, 'repository_unreachable')
  },
)

test('409 for a repository that any project of the workspace has, and none of another workspace', async () => {
  const one = await emptyProject(owner)
  const other = await emptyProject(owner)
  const id = await attached(one, { fullName: 'acme/shop' })
  for (const project of [one, other])
    expectError(await unchanged(server, () => attach(project, { fullName: 'ACME/Shop' })), 409, 'repository_attached')
  const neighbour = await scene(server)
  const theirs = await emptyProject(neighbour.owner)
  const body = { fullName: 'acme/shop' }
  expect((await neighbour.owner.call(attachProjectRepo, { id: theirs, body })).status).toBe(201)
  expectError(await owner.call(detachProjectRepo, { id: other, repoId: id }), 404, 'not_found')
  expect((await owner.call(detachProjectRepo, { id: one, repoId: id })).status).toBe(200)
  const replies = await Promise.all([one, other].map((project) => attach(project, body)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('400 unless a request names one origin, with a branch that git takes', async () => {
  const id = await emptyProject(owner)
  const bodies = [{}, { label: 'x' }, { fullName: 'a/b', empty: true }, { empty: true, branch: 'a..b' }]
  const more = [{ fullName: '../..' }, { fullName: 'a/b/c' }, { empty: true, branch: '--upload-pack=x' }]
  for (const body of [...bodies, ...more, { scanId: id, branch: 'main' }])
    expectError(await unchanged(server, () => attach(id, body)), 400, 'invalid_request')
})

test('404 for a deleted scan, or another person’s', async () => {
  const id = await emptyProject(owner)
  const theirs = await scanOf(library, at.member)
  for (const scanId of [theirs, id])
    expectError(await unchanged(server, () => attach(id, { scanId })), 404, 'scan_not_found')
})

test.runIf(isLong)(
  'a repository from a bundle is read by its id, becomes primary, and holds the next cycle',
  async () => {
    const { projectId: id } = await importProject(owner, await bundleOf(library))
    const first = (await reposOf(id))[0]!.id as string
    await mergeUnverified(owner, id)
    const ran = await runCycle(owner, await propose(owner, id, fileBlock('first.txt', 'x\n')))
    const scanId = await scanOf({ 'other.md': 'Other\n' })
    const repoId = await attached(id, { scanId, label: 'Other' })
    expectError(await attach(id, { scanId }), 404, 'scan_not_found')
    expect((await owner.call(listProjectFiles, { id, query: { repo: repoId } })).body.files).toEqual(['other.md'])
    expect((await owner.call(listProjectFiles, { id })).body.files).toContain('first.txt')

    const before = await headOf(id)
    const reply = await owner.call(makeProjectRepoPrimary, { id, repoId })
    expect(reply).toMatchObject({ status: 200, body: { id: repoId, primary: true } })
    const head = await headOf(id)
    expect(head).toMatchObject({ generation: (before.generation as number) + 1, source: 'switch', branch: 'main' })
    expect(head.commitSha).toBe(await headOfBranch(server, repoId))
    const again = await owner.call(makeProjectRepoPrimary, { id, repoId })
    expect([again.status, await headOf(id)]).toEqual([200, head])

    const next = await runCycle(owner, await propose(owner, id, fileBlock('second.txt', 'x\n')))
    expect(next.cycle.status).toBe('completed')
    expect((await owner.call(listProjectFiles, { id })).body.files).toEqual(['other.md', 'second.txt'])
    expect((await owner.call(listProjectFiles, { id, query: { repo: first } })).body.files).toContain('first.txt')
    const cyclesIn = async (repo: string) => {
      const { branches } = (await owner.call(listProjectBranches, { id, query: { repo } })).body
      return new Set(branches.flatMap(({ cycleId }: { cycleId: string | null }) => cycleId ?? []))
    }
    expect([await cyclesIn(first), await cyclesIn(repoId)]).toEqual([new Set([ran.cycle.id]), new Set([next.cycle.id])])
    // The review before the switch can still be read.
    const evidence = await owner.call(getTaskReviewEvidence, { id: ran.tasks[0]!.id })
    expect(evidence).toMatchObject({ status: 200, body: { files: [{ path: 'first.txt' }] } })
  },
)

test.runIf(isSoak)('the branch that work goes to changes to an existing one, and becomes the head', async () => {
  const { projectId: id } = await importProject(owner, await bundleOf(library))
  const repoId = (await reposOf(id))[0]!.id as string
  await putBranch(server, repoId, 'release', await headOfBranch(server, repoId))
  const update = (body: object) => owner.call(updateProjectRepo, { id, repoId, body })
  for (const branch of ['none', '../../x', 'a..b'])
    expectError(await unchanged(server, () => update({ branch })), 400, 'invalid_request')
  const { generation } = await headOf(id)
  expect(await update({ branch: 'release', label: 'Shop' })).toMatchObject({
    status: 200,
    body: { defaultBranch: 'release', label: 'Shop', primary: true },
  })
  expect(await headOf(id)).toMatchObject({ generation: (generation as number) + 1, branch: 'release' })
  expect(await update({ label: null })).toMatchObject({ body: { label: null, defaultBranch: 'release' } })
  await mergeUnverified(owner, id)
  const done = await runCycle(owner, await propose(owner, id, fileBlock('a.txt', 'x\n')))
  expect(done.cycle.status).toBe('completed')
  expect(git(server.gitDirOf(repoId), 'show', `${await headOfBranch(server, repoId, 'release')}:a.txt`)).toBe('x\n')
  const beside = await attached(id, { fullName: 'acme/beside' })
  const other = { id, repoId: beside, body: { branch: 'any/branch' } }
  expect((await owner.call(updateProjectRepo, other)).body).toMatchObject({ defaultBranch: 'any/branch' })
})

test.runIf(isSoak)(
  'a primary repository on a code host reports that nothing can run, and the history before can come back',
  async () => {
    const id = await emptyProject(owner)
    const repoId = await attached(id, { fullName: 'acme/far' })
    expect((await owner.call(makeProjectRepoPrimary, { id, repoId })).status).toBe(200)
    await mergeUnverified(owner, id)
    const cycle = await propose(owner, id, fileBlock('a.txt', 'x\n'))
    expectError(await owner.call(executeCycle, { id: cycle }), 409, 'code_host_not_connected')
    expect((await owner.call(listProjectBranches, { id })).body.branches).toMatchObject([
      { name: 'main', headSha: null },
    ])
    expectError(await owner.call(listProjectFiles, { id }), 502, 'repository_unreachable')
    const [far, own] = await reposOf(id)
    expect([far, own]).toMatchObject([{ primary: true }, { host: 'native-repos', primary: false }])
    expectError(await detachOf(id, own!.id as string), 409, 'repository_holds_head')
    expectError(await detachOf(id, repoId), 409, 'repository_primary')
    expect((await owner.call(makeProjectRepoPrimary, { id, repoId: own!.id as string })).status).toBe(200)
    expect((await runCycle(owner, cycle)).cycle.status).toBe('completed')
  },
)

const detachOf = (id: string, repoId: string) => unchanged(server, () => owner.call(detachProjectRepo, { id, repoId }))

test.runIf(isLong)('409 for each change that would pull the ground from under a cycle at work', async () => {
  const id = await emptyProject(owner)
  const repoId = await attached(id, { empty: true, branch: 'main' })
  await owner.call(makeProjectRepoPrimary, { id, repoId })
  const own = (await reposOf(id))[1]!.id as string
  await putBranch(server, repoId, 'next', await headOfBranch(server, repoId))
  await cycleIn(server, at, id, 'running')
  const primary = { id, repoId: own }
  expectError(await unchanged(server, () => owner.call(makeProjectRepoPrimary, primary)), 409, 'project_active')
  const body = { branch: 'next' }
  expectError(await unchanged(server, () => owner.call(updateProjectRepo, { id, repoId, body })), 409, 'project_active')
  expect((await owner.call(updateProjectRepo, { id, repoId, body: { label: 'Fine' } })).status).toBe(200)
  const { body: far } = await owner.call(createProject, { body: { repos: [{ fullName: 'acme/only' }] } })
  await cycleIn(server, at, far.id as string, 'blocked')
  const only = (await reposOf(far.id as string))[0]!.id as string
  expectError(await detachOf(far.id as string, only), 409, 'project_active')
})

test.runIf(isSoak)('a project whose last repository was detached starts over with the next attached one', async () => {
  const { body } = await owner.call(createProject, { body: { repos: [{ fullName: 'acme/gone' }] } })
  const id = body.id as string
  const repoId = (await reposOf(id))[0]!.id as string
  expect((await owner.call(detachProjectRepo, { id, repoId })).body.message).toContain('acme/gone')
  expect(await reposOf(id)).toEqual([])
  await attached(id, { scanId: await scanOf({ 'a.md': 'A\n' }) })
  expect(await reposOf(id)).toMatchObject([{ host: 'native-repos', primary: true }])
  expect(await headOf(id)).toMatchObject({ generation: 1, source: 'import' })
  const content = { id, query: { path: 'a.md' } }
  expect((await owner.call(getProjectFileContent, content)).body.content).toBe('A\n')
})

test('403 for clients, and 409 beyond fifty', async () => {
  const id = await emptyProject(owner)
  await at.grant(id, at.clientId, 'steer')
  expectError(await at.client.call(attachProjectRepo, { id, body: { empty: true } }), 403, 'forbidden')
  await asOwner(
    server,
    `insert into repository (id, workspace_id, project_id, host, full_name, default_branch, created_at)
     select gen_random_uuid(), workspace_id, id, 'codehost', 'many/' || n, 'main', now() from project, generate_series(1, 50) n
     where id = $1`,
    [id],
  )
  expectError(await unchanged(server, () => attach(id, { empty: true })), 409, 'too_many_repositories')
  // Those that were detached hold their place on the disk until they are purged.
  await asOwner(
    server,
    `update repository set full_name = null, host = 'native-repos', detached_at = now() where full_name like 'many/%'`,
  )
  expectError(await unchanged(server, () => attach(id, { empty: true })), 409, 'too_many_repositories')
  await attached(id, { fullName: 'acme/still' })
})

const later = (workspace: Scene['workspace'], table: string, column: string, id: string) =>
  asOwner(server, `update ${table} set ${column} = now() - interval '31 days' where id = $1 and workspace_id = $2`, [
    id,
    workspace,
  ])

test('files of a detached repository are deleted after thirty days, and all of them with their project', async () => {
  const id = await emptyProject(owner)
  const detached = await attached(id, { empty: true })
  const kept = await attached(id, { empty: true, label: 'Kept' })
  expect((await owner.call(detachProjectRepo, { id, repoId: detached })).body.message).toContain('30 days')
  await purgeRepositories(server.parts, scheduledContext)
  expect(await packedIn(server)).toContain(detached)
  await later(at.workspace, 'repository', 'detached_at', detached)
  await purgeRepositories(server.parts, scheduledContext)
  await purgeRepositories(server.parts, scheduledContext)
  expect(await packedIn(server)).not.toContain(detached)
  const acts = ['repository.attach', 'repository.detach', 'repository.purge']
  expect(await at.auditActions(detached)).toEqual(acts)

  const own = (await owner.call(getProject, { id })).body.project.headRevisionId as string
  const [revision] = await asOwner(server, 'select repository_id from revision where id = $1', [own])
  await owner.call(deleteProject, { id })
  await later(at.workspace, 'project', 'deleted_at', id)
  await purgeProjects(server.parts, scheduledContext)
  for (const gone of [kept, revision!.repository_id as string]) expect(await packedIn(server)).not.toContain(gone)
  expect(await at.auditActions(id)).toEqual(['project.create', 'project.delete', 'project.purge'])
})
