import { expect, test } from 'vitest'
import { emptyProject } from '../../../../testing/cycles.ts'
import { propose } from '../../../../testing/delivery.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { createProject, deleteProject, getProject } from '../../projects/contract.ts'
import { executeCycle } from '../../../delivery/runs/contract.ts'
import { attachProjectRepo, listProjectRepos, makeProjectRepoPrimary } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('200 with the repositories as the project shows them, the primary one first', async () => {
  const at = await scene(server)
  const repos = [
    { fullName: 'acme/shop', branch: 'trunk' },
    { fullName: 'acme/docs', label: 'Docs' },
  ]
  const { id } = (await at.owner.call(createProject, { body: { repos } })).body
  const { status, body } = await at.member.call(listProjectRepos, { id })
  expect([status, body]).toEqual([200, (await at.owner.call(getProject, { id })).body.repositories])
  expect(body).toMatchObject([
    { host: 'codehost', fullName: 'acme/shop', label: null, defaultBranch: 'trunk', primary: true },
    { host: 'codehost', fullName: 'acme/docs', label: 'Docs', primary: false },
  ])
})

test('200 with none for a project that was made without, 403 for a client, 404 for a deleted project', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  expect(await at.owner.call(listProjectRepos, { id })).toMatchObject({ status: 200, body: [] })
  await at.grant(id, at.clientId, 'steer')
  expectError(await at.client.call(listProjectRepos, { id }), 403, 'forbidden')
  await at.owner.call(deleteProject, { id })
  expectError(await at.owner.call(listProjectRepos, { id }), 404, 'not_found')
})

test('a run and a change of the primary repository at once: one of them is refused', async () => {
  const at = await scene(server)
  for (let place = 0; place < 6; place += 1) {
    const id = await emptyProject(at.owner)
    const repo = await at.owner.call(attachProjectRepo, { id, body: { fullName: `acme/race-${place}` } })
    const cycleId = await propose(at.owner, id, 'A change')
    const [run, primary] = await Promise.all([
      at.owner.call(executeCycle, { id: cycleId }),
      at.owner.call(makeProjectRepoPrimary, { id, repoId: repo.body.id as string }),
    ])
    expect(['200 409', '409 200']).toContain([run.status, primary.status].join(' '))
  }
})
