import type { ServerChannel, Session } from 'ssh2'
import type { Outcome, OutputStream } from '../sandbox/index.ts'
import type { ClosedOutputs } from './closed-outputs.ts'
import type { Shell, ShellOptions, Terminal } from './shell.ts'

/** The parts of a channel of a person's connection. */
export interface ChannelLogin {
  /** Aborted, with a sentence as its reason, when the person may not continue. */
  readonly ends: AbortSignal
  /** The text before a person's shell starts; lines end in `\n`. */
  readonly greeting: string
  /** Starts the requested program. Rejects with a sentence if that cannot be. */
  start(request: ProgramRequest): Promise<Shell>
}

/** A shell, a command, or the file transfer. */
export interface ProgramRequest extends Pick<ShellOptions, 'command' | 'terminal' | 'onOutput' | 'signal'> {
  readonly sftp?: true
}

type What = Pick<ProgramRequest, 'command' | 'sftp'>

const commandCharsMost = 64 * 1024
const failed = 255
/** That of a program which a write to a closed pipe ended. */
const brokenPipe = 128 + 13

/** Serves one session channel, which runs one program. */
export const serveChannel = (session: Session, login: ChannelLogin, outputs: ClosedOutputs): void => {
  let terminal: Terminal | undefined
  let shell: Shell | undefined
  let isBegun = false
  session.on('pty', (accept, _reject, { term, cols, rows }) => {
    terminal = { term, columns: cols, rows }
    answer(accept)
  })
  session.on('window-change', (accept, _reject, { cols, rows }) => {
    shell?.resize({ columns: cols, rows })
    answer(accept)
  })
  const begin = (accept: () => ServerChannel, reject: (() => void) | undefined, what: What) => {
    if (isBegun) {
      answer(reject)
      return
    }
    isBegun = true
    const channel = accept()
    const unread = new AbortController()
    outputs.onClosed(() => unread.abort())
    const starting = (started: Shell) => {
      shell = started
    }
    const request = { ...what, terminal, unread: unread.signal }
    runProgram(channel, login, request, starting).catch(() => channel.close())
  }
  session.on('shell', (accept, reject) => begin(accept, reject, {}))
  session.on('exec', (accept, reject, { command }) => {
    if (command.length > commandCharsMost || command.includes('\0')) answer(reject)
    else begin(accept, reject, { command })
  })
  session.on('subsystem', (accept, reject, { name }) => {
    if (name === 'sftp') begin(accept, reject, { sftp: true })
    else answer(reject)
  })
}

/** A client may ask without wanting an answer, although the library's types differ. */
const answer = (reply: (() => unknown) | undefined) => void reply?.()

const runProgram = async (
  channel: ServerChannel,
  login: ChannelLogin,
  { unread, ...request }: What & { readonly terminal: Terminal | undefined; readonly unread: AbortSignal },
  onStart: (shell: Shell) => void,
) => {
  const closed = new AbortController()
  channel.on('error', () => closed.abort())
  channel.on('close', () => closed.abort())
  const signal = AbortSignal.any([closed.signal, login.ends])
  // At once: stopping the program may take longer than the client's time limit.
  const tellWhy = () => void channel.stderr.write(asLines(`\n${String(login.ends.reason)}\n`))
  login.ends.addEventListener('abort', tellWhy, { once: true })
  channel.on('close', () => login.ends.removeEventListener('abort', tellWhy))
  // As a broken pipe does: a program whose output is no longer read ends at its next write, and not before.
  unread.addEventListener('abort', () => channel.writableLength > 0 && closed.abort(), { once: true })
  const onOutput = (stream: OutputStream, chunk: Buffer) => {
    if (stream === 'stdout' && unread.aborted) closed.abort()
    return write(stream === 'stderr' ? channel.stderr : channel, chunk, closed.signal)
  }
  try {
    if (request.terminal && request.command === undefined) await onOutput('stdout', asLines(login.greeting))
    const shell = await login.start({ ...request, onOutput, signal })
    // A shell may end while its person types.
    shell.input.on('error', () => undefined)
    // On a terminal the end of a client's input is no hang-up: the program continues without input.
    channel.pipe(shell.input, { end: !request.terminal })
    onStart(shell)
    const outcome = await shell.ended
    channel.unpipe(shell.input)
    finish(channel, unread.aborted && outcome.stoppedBy ? { ...outcome, exitCode: brokenPipe } : outcome)
  } catch (error) {
    if (!closed.signal.aborted) channel.stderr.write(asLines(`${sentenceOf(error)}\n`))
    end(channel, failed)
  }
}

/** Waits until the client takes more, so that a slow client slows the program. */
const write = (to: NodeJS.WritableStream, chunk: Buffer, closed: AbortSignal): void | Promise<void> => {
  if (closed.aborted || to.write(chunk)) return
  return new Promise((resolve) => {
    const done = () => {
      to.removeListener('drain', done)
      closed.removeEventListener('abort', done)
      resolve()
    }
    to.once('drain', done)
    closed.addEventListener('abort', done, { once: true })
  })
}

const finish = (channel: ServerChannel, { exitCode, stoppedBy }: Outcome) => {
  if (stoppedBy && stoppedBy !== 'cancelled')
    channel.stderr.write(asLines(`\nThe sandbox stopped the program: it reached the limit of ${stoppedBy}.\n`))
  end(channel, exitCode ?? failed)
}

const end = (channel: ServerChannel, code: number) => {
  if (channel.destroyed) return
  // The channel closes once its input was read to the end.
  channel.resume()
  channel.exit(code)
  channel.end()
}

// A terminal needs the carriage return; without a terminal it does no harm.
const asLines = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))

/** Why a program did not start, without the internals of an error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof TerminalRefusal ? error.message : 'The program could not be started.'

/** Why a program cannot be started, in a sentence for the person. */
export class TerminalRefusal extends Error {}
