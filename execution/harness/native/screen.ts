import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HarnessDesktop } from '../job.ts'
import { endGroup, runCommand } from './command.ts'
import { ToolRefusal } from './refusal.ts'

/** A picture for a model: a JPEG in base64. */
export interface Picture {
  readonly data: string
  /** Equal for equal pictures. */
  readonly mark: string
}

export interface Screen {
  /** Runs `xdotool` with these words, `input` on its standard input. The first use starts the desktop. */
  act(words: readonly string[], input?: string): Promise<void>
  /** The screen once it had a little time to draw. */
  picture(): Promise<Picture>
  close(): void
}

interface ScreenParts {
  readonly desktop: HarnessDesktop
  readonly scratch: string
  readonly signal: AbortSignal
}

export const screenSize = { width: 1280, height: 800 } as const

const display = ':7'
const startMs = 30_000
const browserMs = 20_000
const drawMs = 700
const commandMs = 60_000
const saidBytes = 4_096
const pictureQuality = '75'

/** The desktop of an agent: a screen in its own sandbox, which programs of its commands draw on and are reached from. */
export const openScreen = ({ desktop, scratch, signal }: ScreenParts): Screen => {
  let running: ChildProcess | undefined
  const start = async () => {
    if (running?.exitCode === null && running.signalCode === null) return
    running = spawn('sh', [desktop.program, desktop.browser ?? ''], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await waitUntilReady(running, signal)
    if (desktop.browser !== undefined) await browserWindow()
  }
  const command = (argv: readonly string[], withinMs: number, input?: string) =>
    runCommand({
      argv,
      directory: scratch,
      environment: { DISPLAY: display },
      withinMs,
      outputBytesMax: saidBytes,
      signal,
      ...(input !== undefined && { input }),
    })
  // A browser that does not come is seen in the picture.
  const browserWindow = () => command(['xdotool', 'search', '--sync', '--onlyvisible', '--class', 'chrom'], browserMs)
  const run = async (argv: readonly string[], input?: string) => {
    const end = await command(argv, commandMs, input)
    if (end.stoppedBy === 'time')
      throw new ToolRefusal(`The desktop did not take this within ${commandMs / 1_000} seconds.`)
    // xdotool reports a key that it does not know, and ends with code 0.
    if (end.exitCode !== 0 || end.output !== '')
      throw new ToolRefusal(`The desktop did not take this. ${end.output}`.trim())
  }
  return {
    act: async (words, input) => {
      await start()
      await run(['xdotool', ...words], input)
    },
    picture: async () => {
      await start()
      await sleep(drawMs, undefined, { signal })
      const path = join(scratch, 'screen.jpg')
      await rm(path, { force: true })
      await run(['scrot', '--overwrite', '--silent', '--quality', pictureQuality, '--file', path])
      const content = await readFile(path)
      const mark = createHash('sha256').update(content).digest('hex').slice(0, 8)
      return { data: content.toString('base64'), mark }
    },
    close: () => endGroup(running?.pid),
  }
}

/** Waits for the word of `desktop.sh` that programs can draw. */
const waitUntilReady = async (child: ChildProcess, signal: AbortSignal): Promise<void> => {
  const word = new Promise<boolean>((resolve) => {
    child.stdout!.once('data', () => resolve(true))
    child.once('error', () => resolve(false))
    child.once('exit', () => resolve(false))
  })
  const clock = new AbortController()
  const late = sleep(startMs, false, { signal: AbortSignal.any([signal, clock.signal]) }).catch(() => false)
  const isThere = await Promise.race([word, late])
  clock.abort()
  signal.throwIfAborted()
  if (isThere) return
  endGroup(child.pid)
  throw new ToolRefusal('The desktop did not start. Go on without it, and say so at the end.')
}
