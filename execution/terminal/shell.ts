import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PassThrough, Transform, type Writable } from 'node:stream'
import type { Outcome, OutputStream, Sandbox } from '../sandbox/index.ts'

/** A terminal that a person sees: its kind, as in TERM, and its size. */
export interface Terminal extends TerminalSize {
  readonly term: string
}

/**
 * A person's program in a sandbox. Without `command` it is a login shell. With `terminal` it runs on a pseudo-terminal,
 * whose output comes as `stdout`. `onOutput` may return a promise; the program waits for it.
 */
export interface ShellOptions {
  readonly command?: string | undefined
  readonly terminal?: Terminal | undefined
  readonly onOutput: (stream: OutputStream, chunk: Buffer) => void | Promise<void>
  readonly signal: AbortSignal
  readonly limits: { readonly wallMs: number; readonly outputBytes: number }
}

/** A program that runs for a person. `input` takes their keys; its end is the end of the program's standard input. */
export interface Shell {
  readonly input: Writable
  resize(size: TerminalSize): void
  readonly ended: Promise<Outcome>
}

const folder = '/opt/atelier-terminal'
const programPath = `${folder}/pty-program.cjs`
const packagesPath = `${folder}/node_modules/@lydell`

/** The host paths that a sandbox needs so that `startShell` can open terminals in it. */
export const shellBinds = (): readonly { readonly from: string; readonly to: string }[] => {
  const entry = createRequire(import.meta.url).resolve('@lydell/node-pty')
  return [
    { from: join(import.meta.dirname, 'pty-program.cjs'), to: programPath },
    { from: realpathSync(join(dirname(entry), '..')), to: packagesPath },
  ]
}

/** Starts a shell or a command of a person in a sandbox that shows `shellBinds`. */
export const startShell = (sandbox: Sandbox, options: ShellOptions): Shell =>
  options.terminal ? startOnTerminal(sandbox, options, options.terminal) : startPlain(sandbox, options)

const startPlain = (sandbox: Sandbox, { command, onOutput, signal, limits }: ShellOptions): Shell => {
  const stdin = new PassThrough()
  const argv = command === undefined ? ['bash', '-l'] : ['bash', '-lc', command]
  const ended = sandbox.run({ argv, stdin, onOutput, signal, ...limits })
  return { input: stdin, resize: () => undefined, ended: endingInput(stdin, ended) }
}

const startOnTerminal = (
  sandbox: Sandbox,
  { command, onOutput, signal, limits }: ShellOptions,
  { term, ...size }: Terminal,
): Shell => {
  const stdin = new Transform({
    transform: (typed: Buffer, _encoding, done) => done(null, inputFrame(typed)),
  })
  const settings = JSON.stringify({ ...boundedSize(size), term: termOf(term), command })
  const argv = ['node', programPath, settings]
  const ended = sandbox.run({ argv, stdin, onOutput, signal, ...limits })
  return {
    input: stdin,
    resize: (changed) => {
      if (!stdin.writableEnded && !stdin.destroyed) stdin.push(resizeFrame(changed))
    },
    ended: endingInput(stdin, ended),
  }
}

/** Without this a client that types on would write into a stream that nothing reads any more. */
const endingInput = (stdin: Writable, ended: Promise<Outcome>): Promise<Outcome> => ended.finally(() => stdin.destroy())

const termOf = (term: string) => (/^[a-z0-9][a-z0-9.+-]{0,30}$/i.test(term) ? term : 'xterm-256color')

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

const input = 0
const resize = 1
export const headBytes = 5
const sizeMost = 1_000

/** A frame of standard input for `pty-program.cjs`, with the bytes that a person typed. */
export const inputFrame = (typed: Buffer): Buffer => frame(input, typed)

/** A frame that resizes the terminal; columns and rows in two bytes each, big endian, 1 to 1,000. */
export const resizeFrame = (size: TerminalSize): Buffer => {
  const { columns, rows } = boundedSize(size)
  const payload = Buffer.alloc(4)
  payload.writeUInt16BE(columns, 0)
  payload.writeUInt16BE(rows, 2)
  return frame(resize, payload)
}

/** A size that a terminal can have, for any request of a client. */
export const boundedSize = ({ columns, rows }: TerminalSize): TerminalSize => ({
  columns: bounded(columns, 80),
  rows: bounded(rows, 24),
})

const bounded = (size: number, fallback: number) =>
  Number.isInteger(size) && size > 0 ? Math.min(size, sizeMost) : fallback

/** A frame with a head of `headBytes`: its type in one byte, and the length of its content in four, big endian. */
export const frame = (type: number, content: Buffer | string = ''): Buffer => {
  const bytes = Buffer.from(content)
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(type, 0)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}
