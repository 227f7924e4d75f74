import type { WebSocket } from 'ws'
import { admitted, closeSocket, feedBytes, sendBytes } from '../terminal/index.ts'
import type { Viewer, ViewerOptions } from './desktop.ts'

/** A person who sees a desktop. */
export interface DesktopLogin {
  /** Aborts with a sentence when the person may not continue. */
  readonly ends: AbortSignal
  readonly start: (options: Pick<ViewerOptions, 'onOutput' | 'signal'>) => Viewer
  /** Called with each message of the person. */
  readonly touch: () => void
  readonly release: () => void
}

/** Shows a desktop on a WebSocket, whose binary messages are RFB. Ends with a code of `terminalClosings`. */
export const serveWebDesktop = (socket: WebSocket, entering: Promise<DesktopLogin | undefined>): void => {
  socket.binaryType = 'nodebuffer'
  serve(socket, entering).catch(() => closeSocket(socket, 'failed', 'The desktop could not be started.'))
}

const serve = async (socket: WebSocket, entering: Promise<DesktopLogin | undefined>) => {
  const inside = await admitted(socket, entering)
  if (!inside) return
  const { login, signal } = inside
  const viewer = login.start({ onOutput: (chunk) => sendBytes(socket, chunk), signal })
  socket.on('message', (said: Buffer, isBinary) => {
    if (!isBinary) return
    login.touch()
    feedBytes(socket, viewer.input, said)
  })
  await viewer.ended
  closeSocket(socket, 'exited', '')
}
