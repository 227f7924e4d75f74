import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** An address that leads to the port of the present primary. */
export const openDatabaseProxy = async (address: string) => {
  let target: number | undefined
  const join = (one: Socket, other: Socket) => {
    one.pipe(other)
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy()
    const upstream = connect(target, address)
    join(client, upstream)
    join(upstream, client)
  })
  server.listen(5432, address)
  await once(server, 'listening')
  return {
    lead: (port: number) => {
      target = port
    },
  }
}
