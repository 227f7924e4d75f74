import type { WebSocket } from 'ws'
import type { Outcome, OutputStream } from '../sandbox/index.ts'
import type { TerminalSize, Shell } from './shell.ts'
import { admitted, closeSocket, feedBytes, sendBytes } from './socket-bytes.ts'
import { sentenceOf } from './ssh-channel.ts'
import type { TerminalLogin } from './ssh-server.ts'

/**
 * Serves one shell on a WebSocket. Binary messages are keys and output of the terminal; a text message is JSON with
 * `columns` and `rows`, and the first starts the shell. Ends with a code of `terminalClosings`.
 */
export const serveWebTerminal = (socket: WebSocket, entering: Promise<TerminalLogin | undefined>): void => {
  socket.binaryType = 'nodebuffer'
  serve(socket, entering).catch((error: unknown) => closeSocket(socket, 'failed', sentenceOf(error)))
}

const serve = async (socket: WebSocket, entering: Promise<TerminalLogin | undefined>) => {
  const sized = firstSize(socket)
  const inside = await admitted(socket, entering)
  const size = inside && (await sized)
  if (!size || inside.signal.aborted) return
  const { login, signal } = inside
  const onOutput = (_stream: OutputStream, chunk: Buffer) => sendBytes(socket, chunk)
  await onOutput('stdout', Buffer.from(login.greeting.replaceAll('\n', '\r\n')))
  const shell = await login.start({ terminal: { term: 'xterm-256color', ...size }, onOutput, signal })
  feed(socket, shell)
  finish(socket, await shell.ended)
}

/** Undefined if the connection ends before it sends one. */
const firstSize = (socket: WebSocket): Promise<TerminalSize | undefined> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve(undefined))
    socket.on('message', (said: Buffer, isBinary) => {
      if (!isBinary) resolve(sizeIn(said))
    })
  })

const feed = (socket: WebSocket, shell: Shell) =>
  socket.on('message', (said: Buffer, isBinary) => {
    if (!isBinary) shell.resize(sizeIn(said))
    else feedBytes(socket, shell.input, said)
  })

/** The size in a message; an impossible size is replaced when it is used. */
const sizeIn = (said: Buffer): TerminalSize => {
  try {
    const { columns, rows } = JSON.parse(said.toString()) as Partial<TerminalSize>
    return { columns: Number(columns), rows: Number(rows) }
  } catch {
    return { columns: NaN, rows: NaN }
  }
}

const finish = (socket: WebSocket, { exitCode, stoppedBy }: Outcome) => {
  if (stoppedBy && stoppedBy !== 'cancelled')
    closeSocket(socket, 'failed', `The sandbox stopped the shell: it reached the limit of ${stoppedBy}.`)
  else closeSocket(socket, 'exited', String(exitCode ?? ''))
}
