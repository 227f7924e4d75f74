import type { terminalSocket, desktopSocket } from '../../../../../../domains/code/sandboxes/rules.ts'

/** How a session in the sandbox of a project ended. `text` is a sentence of the server, or the exit code of a shell. */
export interface SessionEnd {
  readonly how: 'exited' | 'refused' | 'ended' | 'failed' | 'lost'
  readonly text: string
}

/** How a session ended, by the close code: 1000 of the shell, the others of the server. */
export const closings: Readonly<Record<number, SessionEnd['how']>> = {
  1000: 'exited',
  4401: 'refused',
  4403: 'ended',
  4500: 'failed',
}

/** Opens the only connection that a credential allows. */
export const openSandboxSocket = (
  { path, protocol }: typeof terminalSocket | typeof desktopSocket,
  { user, password }: { readonly user: string; readonly password: string },
): WebSocket => {
  const address = new URL(path, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(address, [protocol, user, password])
}
