import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A socket on which the first process of a container connects `count` times, in an order that both sides know. */
interface StreamServer {
  /** Never rejects; stays pending where the container does not get that far. */
  readonly streams: Promise<readonly Socket[]>
  close(): void
}

/** Listens at `path`, and takes no further connection once all have come: the command must not reach this socket. */
export const acceptStreams = async (path: string, count: number): Promise<StreamServer> => {
  const sockets: Socket[] = []
  const complete = Promise.withResolvers<readonly Socket[]>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    if (sockets.length === count) {
      socket.destroy()
      return
    }
    sockets.push(socket)
    if (sockets.length < count) return
    server.close()
    complete.resolve(sockets)
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    streams: complete.promise,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
