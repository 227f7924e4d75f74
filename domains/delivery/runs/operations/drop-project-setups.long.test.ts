import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { emptyProject } from '../../../../testing/cycles.ts'
import { fileBlock, library, mergeUnverified, propose, runCycle } from '../../../../testing/delivery.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { dropProjectSetups } from '../contract.ts'
import { setupsOf } from '../../../../execution/packages/index.ts'

const server = await testServer()

const keeps = (projectId: string) => existsSync(join(server.dataFolder, 'objects', setupsOf(projectId)))

test('200 drops the stored setup of only this project, and leaves an audit row and an event', async () => {
  const { owner, member, client, clientId, grant, auditActions, eventNames } = await scene(server)
  const { projectId: id } = await importProject(owner, await bundleOf({ ...library, '.gitignore': 'installed/\n' }))
  await mergeUnverified(owner, id, { setup: 'mkdir installed && echo x > installed/marker' })
  await runCycle(owner, await propose(owner, id, fileBlock('one.txt', 'x\n')))
  const other = await emptyProject(owner)
  const kept = `${setupsOf(other)}/fetched/of-a-run.tar`
  await server.parts.objects.put(kept, Readable.from([Buffer.from('x')]), { maxBytes: 10 })
  await grant(id, clientId, 'steer')
  expectError(await unchanged(server, () => client.call(dropProjectSetups, { id })), 403, 'forbidden')
  expect([keeps(id), keeps(other)]).toEqual([true, true])
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await member.call(dropProjectSetups, { id })
    expect([status, Object.keys(body as object)]).toEqual([200, ['message']])
    expect([keeps(id), keeps(other)]).toEqual([false, true])
  }
  expect((await auditActions(id)).slice(-2)).toEqual(['project.drop_setups', 'project.drop_setups'])
  expect((await eventNames(id)).at(-1)).toBe('project.setups_dropped')
})
