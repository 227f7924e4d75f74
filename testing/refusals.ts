import { expect } from 'vitest'
import type { Reply } from './caller.ts'
import type { Scene } from './scene.ts'
import type { TestServer } from './server.ts'
import { stateOf } from './database-state.ts'

/** A workspace, and a request in it that would succeed for its owner. */
export interface World {
  readonly scene: Scene
  readonly input: Readonly<Record<string, unknown>>
}

/** Does the work, shows that it changed no table and no file, and gives what it gave. */
export const unchanged = async <T>(server: TestServer, work: () => Promise<T>): Promise<T> => {
  const before = await settledState(server)
  const result = await work()
  expect(await settledState(server)).toEqual(before)
  return result
}

/** The result of `stateOf`, once the deletions in the background are over. */
export const settledState = async (server: TestServer) => {
  await server.parts.repositories.close()
  return stateOf(server)
}

/** An answer in the shape of every error, with the request id of its header. */
export const expectError = (reply: Reply, status: number, code: string, fields?: unknown): void => {
  expect(reply).toMatchObject({ status, body: { code } })
  expect(reply.body).toMatchObject({
    error: expect.stringMatching(/^[A-Z“].*\.$/s) as string,
    requestId: reply.headers.get('x-request-id'),
    ...(fields !== undefined && { fields }),
  })
}
