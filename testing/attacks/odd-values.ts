import { expect, test } from 'vitest'
import { handlersOf } from '../../apps/server/domains.ts'
import type { Operation } from '../../platform/contract/index.ts'
import { cycleIn, emptyProject } from '../cycles.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

const odd = [
  '',
  ' ',
  '..',
  'null',
  '\0',
  '%00',
  '\u202e',
  "' or 1=1 --",
  '$1',
  '{}',
  '-1',
  '1e400',
  '9'.repeat(400),
  'a'.repeat(3_000),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'infinity',
  '0000-00-00T00:00:00Z',
  '2026-13-45T99:99:99Z',
  Buffer.from('infinity ffffffff-ffff-ffff-ffff-ffffffffffff').toString('base64url'),
]
const internals = /\bat .*\.[jt]s|node_modules|\/work\/|postgres|syntax error|select .* from|invalid input syntax/i

const namesIn = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

const parametersOf = ({ query }: Operation) =>
  Object.keys(query && 'properties' in query ? (query.properties as object) : {})

/**
 * Sends unusual values to every operation, in each place of its address. `isSent` is given the sum of the positions of
 * the value, the operation and the place.
 */
export const sendOddValues = (server: TestServer, mine: Scene, isSent: (sum: number) => boolean): void => {
  const { owner } = mine
  const operations = handlersOf(server.parts).map(({ operation }) => operation)
  const victims = async () => {
    const id = await emptyProject(owner)
    return [id, await cycleIn(server, mine, id)] as const
  }

  const each = operations
    .map((operation, index) => [operation.id, operation, index] as const)
    .filter(([, operation]) => namesIn(operation).length + parametersOf(operation).length > 0)
  let read: ReturnType<typeof victims> | undefined
  test.each(each)('%s', async (_id, operation, index) => {
    const names = namesIn(operation)
    const parameters = parametersOf(operation)
    // A project of its own for each change: an odd value such as “..” makes another address, where something may be deleted.
    const [ownProject, ownCycle] = await (operation.method === 'GET' ? (read ??= victims()) : victims())
    const good = Object.fromEntries(names.map((name) => [name, name === 'id' ? ownCycle : ownProject]))
    const inputs = odd.flatMap((value, at) => [
      ...names.filter(() => isSent(at + index)).map((name) => ({ ...good, [name]: value })),
      ...parameters
        .filter((_, place) => isSent(at + index + place))
        .map((name) => ({ ...good, query: { [name]: value } })),
    ])
    for (const input of inputs) {
      const body = operation.method === 'GET' || !operation.body || 'bytes' in operation.body ? {} : { body: {} }
      const response = await owner.open(operation, { ...input, ...body })
      const streams = response.headers.get('content-type')?.startsWith('text/event-stream')
      const text = streams ? '' : await response.text()
      await (streams && response.body?.cancel())
      expect([input, response.status, response.status < 500 || response.status === 501]).toEqual([
        input,
        response.status,
        true,
      ])
      expect(text).not.toMatch(internals)
    }
  })
}
