import { expect, test } from 'vitest'
import { domains } from '../domains/index.ts'
import { changesProject } from '../platform/contract/access.ts'
import type { Operation } from '../platform/contract/index.ts'
import { openWorld } from './matrix/world.ts'
import { send } from './matrix/requests.ts'
import { expectError, unchanged } from './refusals.ts'
import { testServer } from './server.ts'
import { asOwner } from './database-state.ts'

const server = await testServer()
const operations = domains.flatMap((domain) => domain.operations)
const changes = operations.filter(({ method, access }) => changesProject(method, access))
const world = await openWorld(server)
const ownerBy = (credential: 'key' | 'session') =>
  world.people.find(
    ({ callerKind: kind }) =>
      kind.credential === credential && kind.role === 'owner' && !kind.portal && !kind.foreignOrigin,
  )!
const ownerFor = ({ access }: Operation) => ownerBy(access.session ? 'session' : 'key')

test('every change of something in a project is on the list', () => {
  const taken = operations.filter(({ access }) => access.archived === 'taken').map(({ id }) => id)
  expect(taken.sort()).toEqual([
    'archiveProject',
    'deletePreviewShare',
    'deleteProject',
    'executeTask',
    'exportProjectSecrets',
    'openDeployment',
    'redeployProjectPreview',
    'touchDeployment',
    'unarchiveProject',
  ])
  expect(changes.map(({ id }) => id)).toEqual(expect.arrayContaining(['updateProject', 'executeCycle']))
})

test('409 for every change of an archived project, by any of its resources, without an effect', async () => {
  const requests = await Promise.all(changes.map((operation) => world.request(operation, ownerFor(operation))))
  await asOwner(server, 'update project set archived_at = now(), archived_by = created_by')
  for (const { operation, person, input } of requests) {
    const reply = await unchanged(server, () => send(operation, person, input))
    expect([operation.id, reply.status, reply.body.code]).toEqual([operation.id, 409, 'project_archived'])
    expectError(reply, 409, 'project_archived')
  }
})
