import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const restMostBytes = 4 * 2 ** 20
const restMostMs = 5_000

/**
 * Lets the connection of a request whose body was refused end in two steps: our side closes after the answer, and what
 * still comes is read and dropped, up to 4 MiB and five seconds. Closed at once, it would be reset, and a sender or a
 * proxy in the middle of the body may lose the answer. Source: RFC 9112, section 9.6.
 */
export const closeSlowly = (raw: IncomingMessage): void => {
  // A body that whoever read it has destroyed has no connection any more to read on from.
  const { socket } = raw as { readonly socket: Socket | null }
  if (raw.destroyed || !socket) return
  const close = socket.destroySoon.bind(socket)
  let restBytes = 0
  let isAnswered = false
  raw.on('data', (chunk: Buffer) => {
    restBytes += chunk.length
    if (restBytes <= restMostBytes) return
    if (isAnswered) socket.destroy()
    else raw.pause()
  })
  // Node calls it when the last answer of a connection is written.
  socket.destroySoon = () => {
    isAnswered = true
    if (raw.readableEnded || raw.destroyed || restBytes > restMostBytes) {
      close()
      return
    }
    socket.end()
    const alarm = setTimeout(() => socket.destroy(), restMostMs).unref()
    socket.once('close', () => clearTimeout(alarm))
    socket.once('end', close)
    raw.once('end', close)
  }
}
