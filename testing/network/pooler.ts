import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterTest } from '../after-test.ts'

const startupHeadBytes = 8

/**
 * A pooler in front of a database of the tests, as PgBouncer treats the `options` of a connection: it refuses them, or,
 * set to ignore them, leaves them out. Gives the address that leads through it.
 */
export const poolerBefore = async (url: string, options: 'refused' | 'ignored'): Promise<string> => {
  const { searchParams, port, username, pathname } = new URL(url)
  const target = `${searchParams.get('host')!}/.s.PGSQL.${port || '5432'}`
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.once('data', (first: Buffer) => {
      const settings = settingsOf(first)
      if (settings.has('options') && options === 'refused') return void client.end(refusal())
      settings.delete('options')
      const database = connect(target)
      sockets.add(database)
      database.on('error', () => client.destroy())
      client.on('close', () => database.destroy())
      database.write(startup(first, settings))
      client.pipe(database).pipe(client)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `postgres://${username}@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`
}

// A startup message: its length, the version of the protocol, then names and values, each ended by a zero byte.
const settingsOf = (message: Buffer) => {
  const parts = message.subarray(startupHeadBytes).toString().split('\0')
  const pairs = Array.from({ length: Math.floor(parts.length / 2) }, (_none, at) => parts.slice(2 * at, 2 * at + 2))
  return new Map(pairs.filter(([name]) => name !== '') as [string, string][])
}

const startup = (message: Buffer, settings: ReadonlyMap<string, string>) => {
  const body = Buffer.from(`${[...settings].flat().join('\0')}\0\0`)
  const head = Buffer.from(message.subarray(0, startupHeadBytes))
  head.writeInt32BE(startupHeadBytes + body.length)
  return Buffer.concat([head, body])
}

const refusal = () => {
  const body = Buffer.from('SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}
