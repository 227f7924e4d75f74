import type { Writable } from 'node:stream'
import type { WebSocket } from 'ws'

/** Codes of the close of a connection; the reason is a sentence for the person, or the exit code of a shell. */
export const terminalClosings = { exited: 1000, refused: 4401, ended: 4403, failed: 4500 } as const

const cutGraceMs = 400
// Limit of sent and unread bytes, at which the program waits.
const waitingBytesMost = 1024 * 1024

/** Sends a program's output; a promise makes the program wait for a slow client. */
export const sendBytes = (socket: WebSocket, chunk: Buffer): void | Promise<void> => {
  if (socket.readyState === socket.OPEN && socket.bufferedAmount >= waitingBytesMost)
    return new Promise((resolve) => {
      socket.send(chunk, () => resolve())
    })
  socket.send(chunk, ignore)
}

/** Bytes for a connection that ended are lost with it. */
const ignore = () => undefined

/** Passes a client's input to a program. One that reads nothing keeps its person waiting, not this server's memory. */
export const feedBytes = (socket: WebSocket, input: Writable, typed: Buffer): void => {
  if (input.destroyed || input.write(typed)) return
  socket.pause()
  input.once('drain', () => socket.resume())
  input.once('close', () => socket.resume())
}

/** A client that does not answer the close is cut. Reasons have at most 123 bytes. Source: RFC 6455, section 5.5. */
export const closeSocket = (socket: WebSocket, code: keyof typeof terminalClosings, reason: string): void => {
  socket.close(terminalClosings[code], Buffer.from(reason).subarray(0, 123))
  const cut = setTimeout(() => socket.terminate(), cutGraceMs)
  socket.once('close', () => clearTimeout(cut))
}

interface EndingLogin {
  /** Aborts with a sentence when the person may not continue. */
  readonly ends: AbortSignal
  readonly release: () => void
}

/**
 * Waits for the person behind a connection. Their login is released when the connection closes, and the connection is
 * closed when the login ends. Undefined if the person is refused or has left.
 */
export const admitted = async <Login extends EndingLogin>(socket: WebSocket, entering: Promise<Login | undefined>) => {
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  const login = await entering
  if (!login) {
    closeSocket(socket, 'refused', 'This access has ended. Open it again.')
    return undefined
  }
  socket.once('close', () => login.release())
  if (closed.signal.aborted) login.release()
  const end = () => closeSocket(socket, 'ended', String(login.ends.reason))
  login.ends.addEventListener('abort', end, { once: true })
  if (login.ends.aborted) end()
  const signal = AbortSignal.any([closed.signal, login.ends])
  return signal.aborted ? undefined : { login, signal }
}
