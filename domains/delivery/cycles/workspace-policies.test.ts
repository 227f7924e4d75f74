import { expect, test } from 'vitest'
import { endOf, fileBlock, library, propose } from '../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { requestOf } from '../../../testing/requests.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { setWorkspacePolicies } from '../../code/projects/contract.ts'
import { resolvePendingRequest } from '../requests/contract.ts'
import { executeCycle } from './contract.ts'

const server = await testServer()

test('a workspace’s policy holds the change of a project that says nothing, and lets it pass once it is taken away', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  const set = async (body: object) => expect((await at.owner.call(setWorkspacePolicies, { body })).status).toBe(200)
  const id = await propose(at.owner, projectId, fileBlock('a.txt', 'x\n'))
  await set({ requiresApproval: true })
  expect((await at.owner.call(executeCycle, { id })).status).toBe(200)
  const request = await requestOf(at.owner, id)
  expect(request.reasons).toEqual([
    { code: 'approval_required', message: 'The workspace asks for an approval of every change.' },
  ])
  // The run is at work again with the rework, and nobody is asked about it.
  await set({})
  const feedback = fileBlock('b.txt', 'as it was asked\n')
  await at.owner.call(resolvePendingRequest, { id: request.id, body: { status: 'denied', feedback } })
  const { cycle } = await endOf(at.owner, id)
  expect(cycle).toMatchObject({ status: 'completed', failure: null, mergedSha: expect.any(String) })
  expect(await at.rows('pending_request')).toHaveLength(1)
})
