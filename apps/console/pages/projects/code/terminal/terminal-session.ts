import type { getProjectTerminal } from '../../../../../../domains/code/sandboxes/contract.ts'
import { terminalSocket } from '../../../../../../domains/code/sandboxes/rules.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { closings, openSandboxSocket, type SessionEnd } from '../sandbox-socket.ts'

export interface TerminalSession {
  type(typed: string): void
  resize(size: { readonly columns: number; readonly rows: number }): void
  close(): void
}

interface SessionEvents {
  readonly onOpen: () => void
  readonly onPrinted: (bytes: Uint8Array) => void
  readonly onEnd: (end: SessionEnd) => void
}

/** Opens the shell of a credential, which is valid only for this connection. */
export const openSession = (
  credential: Pick<Reply<typeof getProjectTerminal>, 'user' | 'password'>,
  { onOpen, onPrinted, onEnd }: SessionEvents,
): TerminalSession => {
  const socket = openSandboxSocket(terminalSocket, credential)
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
