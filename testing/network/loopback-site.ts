import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterTest } from '../after-test.ts'

export interface LoopbackSite {
  readonly port: number
  /** `127.0.0.1:port`, as the setting of private hosts names it. */
  readonly host: string
  readonly url: string
  /** The requests, in order. */
  readonly asked: string[]
}

/** A site on loopback that answers as the test says; gone, with its connections, after the suite. */
export const loopbackSite = async (
  answer: RequestListener,
  { address = '127.0.0.1', port = 0, server = createServer() } = {},
): Promise<LoopbackSite> => {
  const asked: string[] = []
  server.on('request', (request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`)
    answer(request, response)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, address)
  await once(server, 'listening')
  afterTest(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const taken = (server.address() as AddressInfo).port
  return { port: taken, host: `${address}:${taken}`, url: `http://${address}:${taken}`, asked }
}
