import type { getProjectTerminal } from '../../../../../../domains/code/sandboxes/contract.ts'
import { terminalSocket } from '../../../../../../domains/code/sandboxes/rules.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'

/** How a session ended. `text` is a sentence of the server, or the exit code. */
export interface TerminalEnd {
  readonly how: 'exited' | 'refused' | 'ended' | 'failed' | 'lost'
  readonly text: string
}

export interface TerminalSession {
  type(typed: string): void
  resize(size: { readonly columns: number; readonly rows: number }): void
  close(): void
}

interface SessionEvents {
  readonly onOpen: () => void
  readonly onPrinted: (bytes: Uint8Array) => void
  readonly onEnd: (end: TerminalEnd) => void
}

const closings: Readonly<Record<number, TerminalEnd['how']>> = {
  1000: 'exited',
  4401: 'refused',
  4403: 'ended',
  4500: 'failed',
}

/** Opens the shell of a credential, which is good for this one connection. */
export const openSession = (
  { user, password }: Pick<Reply<typeof getProjectTerminal>, 'user' | 'password'>,
  { onOpen, onPrinted, onEnd }: SessionEvents,
): TerminalSession => {
  const address = new URL(terminalSocket.path, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address, [terminalSocket.protocol, user, password])
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => onPrinted(new Uint8Array(data)))
  socket.addEventListener('close', ({ code, reason }) => onEnd({ how: closings[code] ?? 'lost', text: reason }))
  const send = (said: string | Uint8Array<ArrayBuffer>) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(said)
  }
  const bytes = new TextEncoder()
  return {
    type: (typed) => send(bytes.encode(typed)),
    resize: (size) => send(JSON.stringify(size)),
    close: () => socket.close(),
  }
}
