import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { afterTest } from '../../testing/after-test.ts'
import { parseRootKeys } from '../crypto/index.ts'
import { openRelayServer, reach, type RelayTarget } from './relay.ts'

const first = randomBytes(32).toString('hex')
const second = randomBytes(32).toString('hex')
const keysOf = (...keys: string[]) => parseRootKeys('test', keys.join(','))

const relay = async (keys = keysOf(first)) => {
  const wanted: RelayTarget[] = []
  const server = await openRelayServer({
    keys,
    host: '127.0.0.1',
    find: async (what) => {
      wanted.push(what)
      return what.kind === 'echo' ? (socket) => pipeline(socket, socket) : undefined
    },
    onError: () => undefined,
  })
  afterTest(() => server.close())
  return { ...server, wanted }
}

test('a megabyte goes through and comes back whole, for a resource of the other process', async () => {
  const { address, wanted } = await relay()
  const there = await reach(keysOf(first), address, { kind: 'echo', name: 'Ünïcode' })
  const content = randomBytes(2 ** 20)
  const [echoed] = await Promise.all([buffer(there), pipeline(Readable.from([content]), there)])
  expect([echoed.equals(content), wanted]).toEqual([true, [{ kind: 'echo', name: 'Ünïcode' }]])
})

test('a target that a process does not hold is not reached there', async () => {
  const { address } = await relay()
  await expect(reach(keysOf(first), address, { kind: 'other' })).rejects.toThrow('did not answer')
})

test('while a root key is replaced, each side may know only the former key', async () => {
  const before = await relay(keysOf(first))
  const after = await relay(keysOf(second, first))
  for (const [keys, address] of [
    [keysOf(second, first), before.address],
    [keysOf(first), after.address],
  ] as const)
    (await reach(keys, address, { kind: 'echo' })).destroy()
})

test('without the root key nothing is reached, and a connection without TLS or without a line is cut', async () => {
  const { address, wanted } = await relay()
  await expect(reach(keysOf(second), address, { kind: 'echo' })).rejects.toThrow()
  const stranger = connect(Number(address.split(':')[1]), '127.0.0.1').resume()
  stranger.on('error', () => undefined)
  stranger.write('GET / HTTP/1.1\r\n\r\n')
  await once(stranger, 'close')
  expect(wanted).toEqual([])
})
