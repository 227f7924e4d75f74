import { untilHealthy } from './health.ts'
import type { PreviewState, PreviewVersion } from '../preview.ts'
import { isolatedPort, NotListeningError } from './program.ts'
import type { FarProgram, Launch, NoProgram, OwnProgram, Program, ProgramHolders } from './program.ts'

interface RunnerParts {
  readonly launch: Launch
  readonly healthMs: number
  /** Takes a place of this workspace among the running programs; returns a sentence if all are taken. */
  readonly takePlace: (workspace: string) => string | undefined
  /** Undefined if there are no other processes. */
  readonly holders: ProgramHolders | undefined
}

const placelessWaitMs = 10_000
const moving: NoProgram = { sentence: 'The machine that runs this preview does not answer.', waitMs: 2_000 }
const unasked: NoProgram = { sentence: 'This preview cannot be started at the moment.', waitMs: 5_000 }
const stopped: NoProgram = { sentence: 'The preview was stopped while it started.', waitMs: 0 }

/** The program of a version, from its starts to its ends. After each failure in a row the next start waits longer. */
export class Runner {
  state: PreviewState = 'sleeping'
  sentence: string | undefined
  #isHere = false
  readonly #parts: RunnerParts
  readonly #site: string
  readonly #version: PreviewVersion
  #failures = 0
  #startsAgainAtMs = 0
  #starting: Promise<Program | NoProgram> | undefined
  #attempt = new AbortController()
  #ending: Promise<void> = Promise.resolve()
  #again: NodeJS.Timeout | undefined

  constructor(parts: RunnerParts, site: string, version: PreviewVersion) {
    this.#parts = parts
    this.#site = site
    this.#version = version
  }

  /** The running program, started if it sleeps. Aborting `signal` stops a start that this call began. */
  program(signal?: AbortSignal): Promise<Program | NoProgram> {
    if (this.#starting) return this.#starting
    const waitMs = this.#startsAgainAtMs - Date.now()
    if (this.sentence !== undefined && waitMs > 0) return Promise.resolve({ sentence: this.sentence, waitMs })
    clearTimeout(this.#again)
    this.#attempt = new AbortController()
    this.#starting = this.#find(this.#attempt.signal, signal)
    return this.#starting
  }

  /** The program that runs, is looked for or starts; undefined if none is. */
  get pending(): Promise<Program | NoProgram> | undefined {
    return this.#starting
  }

  /** Whether a program of this process starts or runs. */
  get takesPlace(): boolean {
    return this.#isHere && (this.state === 'starting' || this.state === 'running')
  }

  /** Ends the program; a later `program` starts it again. Settles when all its processes have ended; never rejects. */
  stop(): Promise<void> {
    clearTimeout(this.#again)
    this.#attempt.abort()
    const starting = this.#starting
    this.#starting = undefined
    this.state = 'sleeping'
    this.sentence = undefined
    this.#startsAgainAtMs = 0
    if (starting)
      this.#ending = Promise.all([this.#ending, starting]).then(([, found]) =>
        isProgram(found) ? found.stop() : undefined,
      )
    return this.#ending
  }

  /** The program of another process if another process has it, else a program that starts here. */
  async #find(own: AbortSignal, callers?: AbortSignal): Promise<Program | NoProgram> {
    const signal = callers ? AbortSignal.any([own, callers]) : own
    // The former program may still hold memory.
    await this.#ending
    let holder: OwnProgram | FarProgram | undefined
    try {
      signal.throwIfAborted()
      holder = await this.#parts.holders?.take(this.#site, this.#version)
    } catch {
      return signal.aborted ? this.#giveUp(own) : this.#wait(own, unasked)
    }
    if (holder?.kind === 'far') return this.#follow(holder, own)
    const release = async () => holder?.release()
    const full = this.#parts.takePlace(this.#version.workspace)
    if (full !== undefined) {
      await release()
      return this.#wait(own, { sentence: full, waitMs: placelessWaitMs })
    }
    this.#isHere = true
    const found = await this.#start(own, signal)
    if (isProgram(found)) {
      holder?.lost.addEventListener('abort', () => void this.stop(), { once: true })
      found.ended.then(release, release)
    } else await release()
    return found
  }

  /** There is no program, which is not a failure of this program. */
  #wait(own: AbortSignal, why: NoProgram): NoProgram {
    if (!own.aborted) this.#starting = undefined
    return why
  }

  async #follow(far: FarProgram, own: AbortSignal): Promise<Program | NoProgram> {
    this.#isHere = false
    const why = await far.ready(this.#parts.healthMs).catch(() => moving)
    if (why) return this.#wait(own, why)
    if (own.aborted) return stopped
    this.state = 'running'
    this.sentence = undefined
    const ending = Promise.withResolvers<string>()
    const end = () => {
      ending.resolve('')
      if (own.aborted) return
      this.#starting = undefined
      this.state = 'sleeping'
    }
    const connect: Program['connect'] = async (_signal, visit = 'request') => {
      try {
        return await far.connect(visit)
      } catch {
        end()
        throw new NotListeningError([])
      }
    }
    const port = this.#version.build.program?.port ?? isolatedPort
    return { port, isFar: true, connect, ended: ending.promise, stop: async () => ending.resolve('') }
  }

  async #start(own: AbortSignal, signal: AbortSignal): Promise<Program | NoProgram> {
    this.state = 'starting'
    this.#tell('The program starts.')
    let program: Program
    try {
      signal.throwIfAborted()
      program = await this.#parts.launch(this.#site, this.#version, signal)
    } catch (error) {
      if (signal.aborted) return this.#giveUp(own)
      this.#tell(`The program could not be started: ${(error as Error).message}`)
      return this.#fail('failed', 'The program of this preview could not be started. Its log says why.', 0)
    }
    const beganMs = Date.now()
    const { healthMs } = this.#parts
    const problem = await untilHealthy(program, this.#version.build.healthPath, { healthMs, signal }).catch(() => '')
    if (signal.aborted) {
      await program.stop()
      return this.#giveUp(own)
    }
    if (problem !== undefined) {
      await program.stop()
      return own.aborted ? stopped : this.#fail('failed', problem, 0)
    }
    this.state = 'running'
    this.sentence = undefined
    const onEnd = (sentence: string) => {
      if (!own.aborted) this.#fail('crashing', sentence, Date.now() - beganMs)
    }
    program.ended.then(onEnd, () => {})
    return program
  }

  /** The caller of a start has stopped it; after `stop` nothing is left to report. */
  #giveUp(own: AbortSignal): NoProgram {
    if (!own.aborted) {
      this.#starting = undefined
      this.state = 'sleeping'
    }
    return stopped
  }

  #fail(state: 'crashing' | 'failed', sentence: string, ranMs: number): NoProgram {
    this.#failures = failuresAfter(this.#failures, ranMs)
    const waitMs = backOffMs(this.#failures)
    this.#startsAgainAtMs = Date.now() + waitMs
    this.#starting = undefined
    this.state = state
    this.sentence = sentence
    this.#tell(`${sentence} It is started again in ${Math.round(waitMs / 1_000)} seconds at the earliest.`)
    if (this.#version.isAlwaysOn) this.#startAgainIn(waitMs)
    return { sentence, waitMs }
  }

  #startAgainIn(waitMs: number) {
    const start = async () => {
      const found = await this.program()
      // The other failures have asked for the next start themselves.
      if (!isProgram(found) && this.state !== 'sleeping' && this.sentence !== found.sentence)
        this.#startAgainIn(found.waitMs)
    }
    this.#again = setTimeout(() => void start(), waitMs).unref()
  }

  #tell(text: string) {
    this.#version.onLine({ source: 'server', text })
  }
}

export const isProgram = (found: Program | NoProgram): found is Program => 'connect' in found

const firstWaitMs = 1_000
const longestWaitMs = 60_000

/** A program that ran for so long has started well: its next end counts as the first. */
const steadyMs = 60_000

/** How long to wait before a program is started again that ended, or failed to start, `failures` times in a row. */
export const backOffMs = (failures: number): number =>
  failures < 1 ? 0 : Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 16), longestWaitMs)

/** The failures in a row, with one more after a program that ran for `ranMs`. */
export const failuresAfter = (failures: number, ranMs: number): number => (ranMs >= steadyMs ? 1 : failures + 1)
