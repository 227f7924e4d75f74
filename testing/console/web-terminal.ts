import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'
import { terminalSocket } from '../../domains/code/sandboxes/rules.ts'
import { afterTest } from '../after-test.ts'
import type { SshAccess } from '../sandbox/ssh.ts'

/** Opens the terminal of a credential as a browser does, before a size was sent. It ends with the test file. */
export const openWebTerminal = (
  baseUrl: string,
  { user, password }: Pick<SshAccess, 'user' | 'password'>,
  options: ClientOptions = {},
) => {
  const address = `${baseUrl.replace('http', 'ws')}${terminalSocket.path}`
  const socket = new WebSocket(address, [terminalSocket.protocol, user, password], options)
  afterTest(async () => socket.terminate())
  let printed = ''
  socket.on('error', () => undefined)
  socket.on('message', (said: Buffer) => (printed += said.toString()))
  // A refused connection ends with an error before its close.
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code: number, reason: Buffer) => resolve({ code, reason: String(reason) }))
  })
  return {
    socket,
    closed,
    opened: () => once(socket, 'open'),
    printed: () => printed,
    resize: (columns: number, rows: number) => socket.send(JSON.stringify({ columns, rows })),
    type: (text: string) => socket.send(Buffer.from(text)),
  }
}
