import { beforeAll, expect, test } from 'vitest'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { deploymentIn } from '../../../testing/deployments/deployments.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { listProjectRepos } from '../../code/repositories/contract.ts'
import { getProjectRevisionHead } from '../../code/revisions/contract.ts'
import {
  getProjectChangeFile,
  getProjectChanges,
  getProjectFileContent,
  listProjectBranches,
  listProjectFiles,
} from './contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
let at: Scene
let id: string
let since: string

beforeAll(async () => {
  at = await scene(server)
  id = await emptyProject(at.owner)
  since = (await at.owner.call(getProjectRevisionHead, { id })).body.commitSha as string
  await mergeUnverified(at.owner, id)
  const { cycle } = await runCycle(at.owner, await propose(at.owner, id, fileBlock('NOTES.md', 'Notes\n')))
  expect(cycle.status).toBe('completed')
})

test('200 lists branches and files of a project that was made without repositories', async () => {
  const { status, body } = await at.owner.call(listProjectBranches, { id })
  expect([status, body.defaultBranch, body.branches[0]]).toMatchObject([200, 'main', { name: 'main', kind: 'default' }])
  expect(body.branches.length).toBeGreaterThan(1)
  expect((await at.owner.call(listProjectRepos, { id })).body).toEqual([])
  for (const query of [{}, { repo: body.repositoryId as string }, { ref: 'main' }])
    expect(await at.owner.call(listProjectFiles, { id, query })).toMatchObject({
      status: 200,
      body: { files: ['NOTES.md'], truncated: false },
    })
  expect(await at.owner.call(getProjectFileContent, { id, query: { path: 'NOTES.md' } })).toMatchObject({
    status: 200,
    body: { content: 'Notes\n', binary: false },
  })
})

test('200 lists the branch of the preview while it serves a commit, and reads its files', async () => {
  const names = async () =>
    ((await at.owner.call(listProjectBranches, { id })).body.branches as { name: string }[]).map(({ name }) => name)
  const query = { ref: 'atelier/preview' }
  expect(await names()).not.toContain('atelier/preview')
  expectError(await at.owner.call(listProjectFiles, { id, query }), 404, 'branch_not_found')
  const { body } = await at.owner.call(listProjectBranches, { id })
  const { id: deploymentId } = await deploymentIn(server, at, {
    projectId: id,
    repositoryId: body.repositoryId as string,
  })
  await asOwner(server, 'update deployment set commit_sha = $2 where id = $1', [deploymentId, since])
  const listed = (await at.owner.call(listProjectBranches, { id })).body.branches as object[]
  expect(listed[1]).toMatchObject({ name: 'atelier/preview', kind: 'preview', headSha: since, cycleId: null })
  expect((await at.owner.call(listProjectFiles, { id, query })).body).toMatchObject({ files: [] })
})

test('200 shows its changes to the agency and to a client that it is shared with', async () => {
  await at.grant(id, at.clientId, 'view')
  for (const caller of [at.owner, at.client]) {
    expect(await caller.call(getProjectChanges, { id, query: { since } })).toMatchObject({
      status: 200,
      body: { source: 'native-repos', files: [{ path: 'NOTES.md', kind: 'added' }] },
    })
    const file = await caller.call(getProjectChangeFile, { id, query: { since, path: 'NOTES.md' } })
    expect([file.status, file.body.patch]).toEqual([200, expect.stringContaining('+Notes')])
  }
  expectError(await at.client.call(listProjectFiles, { id }), 403, 'forbidden')
})
