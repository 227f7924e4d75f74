import { expect, test } from 'vitest'
import { emptyProject } from '../../../testing/cycles.ts'
import { requestIn } from '../../../testing/runs/requests.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { erasePerson, exportPerson } from '../../accounts/people/contract/own-data.ts'
import { erasePeople } from '../../accounts/people/jobs/erase-people.ts'
import { deleteProject } from '../../code/projects/contract.ts'
import { purgeProjects } from '../../code/projects/jobs/purge-projects.ts'
import { getPendingRequest, resolvePendingRequest } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('an export lists the person’s decisions, and an erasure removes the name from them and leaves the decision', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const named = await requestIn(server, at, projectId)
  const unnamed = await requestIn(server, at, projectId)
  const { userId } = await at.join('member')
  const session = await at.signIn(userId)
  const body = { status: 'denied', decidedBy: 'Grace Hopper', feedback: 'Shorter, please.' }
  await session.call(resolvePendingRequest, { id: named, body })
  await session.call(resolvePendingRequest, { id: unnamed, body: { status: 'approved' } })
  await at.owner.call(resolvePendingRequest, { id: await requestIn(server, at, projectId), body: { status: 'denied' } })

  const { workspaces } = JSON.parse(await (await session.open(exportPerson)).text()) as {
    workspaces: { decisions: object[] }[]
  }
  expect(workspaces[0]!.decisions).toMatchObject([
    { id: named, projectId, status: 'denied' },
    { id: unnamed, projectId, status: 'approved' },
  ])
  expect(workspaces[0]!.decisions).toHaveLength(2)

  expect((await session.call(erasePerson)).status).toBe(202)
  await erasePeople(server.parts, new AbortController().signal)
  const shown = { status: 'denied', feedback: 'Shorter, please.', decidedBy: userId }
  expect((await at.owner.call(getPendingRequest, { id: named })).body).toMatchObject(shown)
  expect((await at.owner.call(getPendingRequest, { id: unnamed })).body).toMatchObject({ decidedBy: userId })
  expect(JSON.stringify(await at.rows('pending_request'))).not.toContain('Grace Hopper')
})

test('the requests of a deleted project are purged with its content', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const kept = await requestIn(server, at, await emptyProject(at.owner))
  await requestIn(server, at, projectId)
  await at.owner.call(deleteProject, { id: projectId })
  expect(await at.rows('pending_request')).toHaveLength(2)
  await asOwner(server, `update project set deleted_at = now() - interval '31 days' where id = $1`, [projectId])
  await purgeProjects(server.parts, scheduledContext)
  expect(await at.rows('pending_request')).toMatchObject([{ id: kept }])
})
