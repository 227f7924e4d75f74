import { join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { type Outcome, type Sandbox, findBrowser, isExecutable } from '../sandbox/index.ts'
import type { WebSocket } from 'ws'
import { admitted, closeSocket, feedBytes, sendBytes } from '../terminal/index.ts'

const folder = '/opt/atelier-desktop'
/** Where the script of the screen is in a sandbox that shows `desktopBinds`. */
export const desktopProgram = `${folder}/desktop.sh`
const viewerPath = `${folder}/viewer.cjs`
const outputBytesMost = 1024 ** 4

/** The host paths that a sandbox needs to start a desktop. */
export const desktopBinds = (): readonly { readonly from: string; readonly to: string }[] => [
  { from: join(import.meta.dirname, 'desktop.sh'), to: desktopProgram },
  { from: join(import.meta.dirname, 'viewer.cjs'), to: viewerPath },
]

/** Starts a screen with window manager, terminal and browser; `ready` rejects with a sentence if it did not start. */
export const startDesktop = (
  sandbox: Sandbox,
  { browser = '', wallMs, signal }: { browser: string | undefined; wallMs: number; signal: AbortSignal },
) => {
  const ready = Promise.withResolvers<void>()
  const ended = sandbox.run({
    argv: ['sh', desktopProgram, browser],
    wallMs,
    signal,
    onOutput: (stream) => {
      if (stream === 'stdout') ready.resolve()
    },
  })
  ended.then(() => ready.reject(new Error('The screen of the desktop did not start.')), ready.reject)
  return { ready: ready.promise, ended }
}

interface ViewerOptions {
  /** Whether keys and pointer of the viewer count. */
  readonly canSteer: boolean
  readonly onOutput: (chunk: Buffer) => void | Promise<void>
  readonly wallMs: number
  readonly signal: AbortSignal
}

/** A viewer of the desktop, who speaks RFB (RFC 6143): `input` takes the client's messages. */
export interface Viewer {
  readonly input: Writable
  readonly ended: Promise<Outcome>
}

/** Shows the screen of a desktop that is ready to one more client. */
export const startViewer = (sandbox: Sandbox, { canSteer, onOutput, wallMs, signal }: ViewerOptions): Viewer => {
  const stdin = new PassThrough()
  const ended = sandbox.run({
    argv: ['node', viewerPath, canSteer ? 'steer' : 'view'],
    stdin,
    wallMs,
    outputBytes: outputBytesMost,
    signal,
    onOutput: (stream, chunk) => (stream === 'stdout' ? onOutput(chunk) : undefined),
  })
  return { input: stdin, ended: ended.finally(() => stdin.destroy()) }
}

/** Programs of a desktop, with the package of Debian that has each. Sandboxes see all of /usr. */
const screen = [
  { program: 'Xvfb', package: 'xvfb' },
  { program: 'openbox', package: 'openbox' },
  { program: 'xterm', package: 'xterm' },
] as const
const forPeople = [...screen, { program: 'x11vnc', package: 'x11vnc' }] as const
const forAgents = [
  ...screen,
  { program: 'xdotool', package: 'xdotool' },
  { program: 'scrot', package: 'scrot' },
] as const

export interface DesktopPrograms {
  /** The browser of the machine; a desktop without one has only a terminal. */
  readonly browser: string | undefined
  /** The packages that desktops of people miss; they need all of them. */
  readonly missing: readonly string[]
  /** The packages that desktops of agents miss. */
  readonly missingForAgents: readonly string[]
}

export const findDesktopPrograms = async (folder = '/usr/bin'): Promise<DesktopPrograms> => {
  const missingOf = async (needed: typeof forPeople | typeof forAgents) => {
    const missing: string[] = []
    for (const one of needed) if (!(await isExecutable(`${folder}/${one.program}`))) missing.push(one.package)
    return missing
  }
  return {
    browser: await findBrowser(),
    missing: await missingOf(forPeople),
    missingForAgents: await missingOf(forAgents),
  }
}

/** A person who sees a desktop. */
export interface DesktopLogin {
  /** Aborts with a sentence when the person may not continue. */
  readonly ends: AbortSignal
  readonly start: (options: Pick<ViewerOptions, 'onOutput' | 'signal'>) => Viewer
  /** Called with each message of the person. */
  readonly touch: () => void
  readonly release: () => void
}

/** Shows a desktop on a WebSocket, whose binary messages are RFB. Ends with a code of `terminalClosings`. */
export const serveWebDesktop = (socket: WebSocket, entering: Promise<DesktopLogin | undefined>): void => {
  socket.binaryType = 'nodebuffer'
  serve(socket, entering).catch(() => closeSocket(socket, 'failed', 'The desktop could not be started.'))
}

const serve = async (socket: WebSocket, entering: Promise<DesktopLogin | undefined>) => {
  const inside = await admitted(socket, entering)
  if (!inside) return
  const { login, signal } = inside
  const viewer = login.start({ onOutput: (chunk) => sendBytes(socket, chunk), signal })
  socket.on('message', (message: Buffer, isBinary) => {
    if (!isBinary) return
    login.touch()
    feedBytes(socket, viewer.input, message)
  })
  await viewer.ended
  closeSocket(socket, 'exited', '')
}
