import { join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import type { Outcome, Sandbox } from '../sandbox/index.ts'

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

interface DesktopOptions {
  readonly browser: string | undefined
  readonly wallMs: number
  readonly signal: AbortSignal
}

interface RunningDesktop {
  /** Rejects with a sentence if the screen did not start. */
  readonly ready: Promise<void>
  readonly ended: Promise<Outcome>
}

/** Starts a screen with a window manager, a terminal and a browser in a sandbox that shows `desktopBinds`. */
export const startDesktop = (sandbox: Sandbox, { browser = '', wallMs, signal }: DesktopOptions): RunningDesktop => {
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

export interface ViewerOptions {
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
