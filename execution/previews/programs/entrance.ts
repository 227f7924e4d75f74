import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { NotListeningError } from './program.ts'

const waitingMost = 16
const answerMostBytes = 100

/** Opens the socket that a sandbox dials, for so many connections at one time. Its folder must be closed to others. */
export const openEntrance = async (socketPath: string, connectionsMost: number) => {
  const all = new Set<Socket>()
  const waiting: Socket[] = []
  const wanted: ((socket: Socket) => void)[] = []
  const closing = new AbortController()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    all.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      all.delete(socket)
      const at = waiting.indexOf(socket)
      if (at !== -1) waiting.splice(at, 1)
    })
    const taker = wanted.shift()
    if (taker) taker(socket)
    else if (waiting.length < waitingMost) waiting.push(socket)
    else socket.destroy()
  })
  server.maxConnections = connectionsMost + waitingMost
  server.listen(socketPath)
  await once(server, 'listening')
  await chmod(socketPath, 0o600)

  const take = (signal: AbortSignal) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = waiting.shift()
      if (socket) {
        resolve(socket)
        return
      }
      const forget = () => {
        wanted.splice(wanted.indexOf(taker), 1)
        reject(signal.reason as Error)
      }
      const taker = (dialled: Socket) => {
        signal.removeEventListener('abort', forget)
        resolve(dialled)
      }
      wanted.push(taker)
      signal.addEventListener('abort', forget, { once: true })
    })

  return {
    socketPath,
    /** A connection to the program. Rejects with `NotListeningError` if it takes none, else when `callers` abort. */
    connect: async (callers: AbortSignal) => {
      const signal = AbortSignal.any([callers, closing.signal])
      signal.throwIfAborted()
      const socket = await take(signal)
      try {
        socket.write('?')
        await readAnswer(socket, signal)
        return socket
      } catch (error) {
        socket.destroy()
        throw error
      }
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      closing.abort(new NotListeningError([]))
      for (const socket of all) socket.destroy()
      await closed
      await rm(socketPath, { force: true })
    },
  }
}

/** The way into one sandbox: `entry.cjs` inside waits at this socket until a connection is needed. */
export type Entrance = Awaited<ReturnType<typeof openEntrance>>

/** Reads the line that reports whether the program took the connection, and leaves the following bytes in the socket. */
const readAnswer = (socket: Socket, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    let text = ''
    const settle = (error?: Error) => {
      socket.off('readable', read)
      socket.off('close', leave)
      signal.removeEventListener('abort', cancel)
      if (error) reject(error)
      else resolve()
    }
    const leave = () => settle(new NotListeningError([]))
    const cancel = () => settle(signal.reason as Error)
    const read = () => {
      const chunk = socket.read() as Buffer | null
      if (chunk === null) return
      text += chunk.toString('latin1')
      const end = text.indexOf('\n')
      if (end === -1) {
        if (text.length > answerMostBytes) leave()
        return
      }
      if (end + 1 < text.length) socket.unshift(Buffer.from(text.slice(end + 1), 'latin1'))
      settle(text.startsWith('+') ? undefined : new NotListeningError(portsIn(text.slice(1, end))))
    }
    socket.on('readable', read)
    socket.once('close', leave)
    signal.addEventListener('abort', cancel, { once: true })
    if (socket.destroyed) leave()
  })

const portsIn = (text: string) =>
  text
    .split(',')
    .filter((port) => /^\d{1,5}$/.test(port))
    .map(Number)
    .slice(0, 5)
