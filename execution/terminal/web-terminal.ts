import type { WebSocket } from 'ws'
import type { Outcome, OutputStream } from '../sandbox/index.ts'
import type { TerminalSize } from './pty-frames.ts'
import type { Shell } from './shell.ts'
import { sentenceOf } from './ssh-channel.ts'
import type { TerminalLogin } from './ssh-server.ts'

/** Codes of the close of a terminal's connection; the reason is a sentence for the person, or the exit code. */
export const terminalClosings = { exited: 1000, refused: 4401, ended: 4403, failed: 4500 } as const

const cutGraceMs = 400
// What was sent and not read before the program waits.
const waitingBytesMost = 1024 * 1024

/**
 * Serves one shell on a WebSocket. Binary messages are what a person types and what the terminal prints; a text message
 * is JSON with `columns` and `rows`, and the first one starts the shell. Ends with a code of `terminalClosings`.
 */
export const serveWebTerminal = (socket: WebSocket, entering: Promise<TerminalLogin | undefined>): void => {
  socket.binaryType = 'nodebuffer'
  serve(socket, entering).catch((error: unknown) => close(socket, 'failed', sentenceOf(error)))
}

const serve = async (socket: WebSocket, entering: Promise<TerminalLogin | undefined>) => {
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  const sized = firstSize(socket, closed.signal)
  const login = await entering
  if (!login) {
    close(socket, 'refused', 'This access has ended. Open the terminal again.')
    return
  }
  socket.once('close', () => login.release())
  if (closed.signal.aborted) login.release()
  const endLogin = () => close(socket, 'ended', String(login.ends.reason))
  login.ends.addEventListener('abort', endLogin, { once: true })
  if (login.ends.aborted) endLogin()
  const size = await sized
  if (!size || login.ends.aborted) return
  const signal = AbortSignal.any([closed.signal, login.ends])
  const onOutput = (_stream: OutputStream, chunk: Buffer) => send(socket, chunk)
  await onOutput('stdout', Buffer.from(login.greeting.replaceAll('\n', '\r\n')))
  const shell = await login.start({ terminal: { term: 'xterm-256color', ...size }, onOutput, signal })
  feed(socket, shell)
  finish(socket, await shell.ended)
}

/** Undefined where the connection ends before it tells one. */
const firstSize = (socket: WebSocket, closed: AbortSignal): Promise<TerminalSize | undefined> =>
  new Promise((resolve) => {
    closed.addEventListener('abort', () => resolve(undefined))
    socket.on('message', (said: Buffer, isBinary) => {
      if (!isBinary) resolve(sizeIn(said))
    })
  })

const feed = (socket: WebSocket, shell: Shell) =>
  socket.on('message', (said: Buffer, isBinary) => {
    if (!isBinary) shell.resize(sizeIn(said))
    if (!isBinary || shell.input.destroyed || shell.input.write(said)) return
    // A program that reads nothing keeps its person waiting, not this server's memory.
    socket.pause()
    shell.input.once('drain', () => socket.resume())
    shell.input.once('close', () => socket.resume())
  })

/** The size in a message; one that no terminal can have is replaced when it is used. */
const sizeIn = (said: Buffer): TerminalSize => {
  try {
    const { columns, rows } = JSON.parse(said.toString()) as Partial<TerminalSize>
    return { columns: Number(columns), rows: Number(rows) }
  } catch {
    return { columns: NaN, rows: NaN }
  }
}

const send = (socket: WebSocket, chunk: Buffer): void | Promise<void> => {
  if (socket.readyState === socket.OPEN && socket.bufferedAmount >= waitingBytesMost)
    return new Promise((resolve) => {
      socket.send(chunk, () => resolve())
    })
  socket.send(chunk, ignore)
}

/** What is sent to a connection that ended is lost with it. */
const ignore = () => undefined

const finish = (socket: WebSocket, { exitCode, stoppedBy }: Outcome) => {
  if (stoppedBy && stoppedBy !== 'cancelled')
    close(socket, 'failed', `The sandbox stopped the shell: it reached the limit of ${stoppedBy}.`)
  else close(socket, 'exited', String(exitCode ?? ''))
}

/** A client that does not answer the close is cut. Reasons have at most 123 bytes. Source: RFC 6455, section 5.5. */
const close = (socket: WebSocket, code: keyof typeof terminalClosings, reason: string) => {
  socket.close(terminalClosings[code], Buffer.from(reason).subarray(0, 123))
  const cut = setTimeout(() => socket.terminate(), cutGraceMs)
  socket.once('close', () => clearTimeout(cut))
}
