import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { deleteProject } from '../domains/code/projects/contract.ts'
import type { Operation } from '../platform/contract/index.ts'
import { withoutRequestId, type Reply } from './caller.ts'
import { unchanged, type World } from './refusals.ts'
import type { TestServer } from './server.ts'

interface Placed extends World {
  /** The project behind the resource. */
  readonly projectId: string
}

/** Tests who reaches the resource of an operation: other projects, deleted ones, and clients by their grants. */
export const reachRefusals = (server: TestServer, operation: Operation, makeWorld: () => Promise<Placed>): void => {
  describe('access to the resource', () => {
    test('404, always the same, for an id that is unknown, a neighbour’s, of a deleted project or outside a key’s projects', () =>
      testAbsence(server, operation, makeWorld))
    if (operation.access.who === 'participant')
      test('404 for a client without a grant, 403 or as declared with a lower grant, and success with a sufficient one', () =>
        testGrants(server, operation, makeWorld))
  })
}

const testAbsence = async (server: TestServer, operation: Operation, makeWorld: () => Promise<Placed>) => {
  const [{ scene, input }, neighbour, deleted] = await Promise.all([makeWorld(), makeWorld(), makeWorld()])
  const { owner } = scene
  const { caller } = await scene.join('owner', { projectIds: [uuidv7()] })
  expect((await deleted.scene.owner.call(deleteProject, { id: deleted.projectId })).status).toBe(200)
  const replies = await unchanged(server, async () => [
    await owner.call(operation, named(operation, input, uuidv7())),
    await owner.call(operation, neighbour.input),
    await deleted.scene.owner.call(operation, deleted.input),
    await caller.call(operation, input),
  ])
  expect(replies[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const reply of replies) {
    expect(withoutRequestId(reply)).toEqual(withoutRequestId(replies[0]!))
    expect(headersOf(reply)).toEqual(headersOf(replies[0]!))
  }
}

const testGrants = async (server: TestServer, operation: Operation, makeWorld: () => Promise<Placed>) => {
  const { scene, input, projectId } = await makeWorld()
  const { client, clientId } = scene
  const call = () => client.call(operation, input)
  expect(await unchanged(server, call)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  if (operation.access.on!.needs === 'steer') {
    await scene.grant(projectId, clientId, 'view')
    const refused = operation.access.on!.short ? [404, 'not_found'] : [403, 'forbidden']
    const { status, body } = await unchanged(server, call)
    expect([status, body.code]).toEqual(refused)
  }
  await scene.grant(projectId, clientId, operation.access.on!.needs as 'view' | 'steer')
  expect([401, 403, 404, 500]).not.toContain((await call()).status)
}

/** The same input with another id of the operation's resource. */
const named = ({ access: { on } }: Operation, input: World['input'], id: string) => {
  const [part, name] = on!.id.split('.') as [string, string]
  return part === 'params' ? { ...input, [name]: id } : { ...input, [part]: { ...(input[part] as object), [name]: id } }
}

// What counts the requests of the caller says nothing of what they reached for.
const each = ['date', 'x-request-id', 'content-length', 'ratelimit']
const headersOf = ({ headers }: Reply) => [...headers].filter(([name]) => !each.includes(name)).sort()
