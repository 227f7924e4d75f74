import type { Socket } from 'node:net'

/**
 * Makes a connected socket send what is written in one turn of the event loop in one system call, so that the
 * statements of a transaction travel together: decisions/0006. Corks of others in between are part of it.
 */
export const gatherWrites = (socket: Socket): void => {
  const [write, cork, uncork] = [socket.write, socket.cork, socket.uncork]
  let gathering = false
  const send = () => {
    gathering = false
    uncork.call(socket)
  }
  const gather = () => {
    if (gathering) return
    gathering = true
    cork.call(socket)
    process.nextTick(send)
  }
  socket.cork = gather
  socket.uncork = () => undefined
  socket.write = (...given: unknown[]) => {
    gather()
    return write.apply(socket, given as Parameters<Socket['write']>)
  }
}
