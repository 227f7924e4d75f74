import { v7 as uuidv7 } from 'uuid'
import type { SandboxDriver } from '../../sandbox/index.ts'
import { mediaMostBytes, type MadeFile, type MediaProvider } from '../port.ts'
import { soundTypeOf } from '../sound.ts'
import { isProgramInstalled, readCommandLine, type CommandLine } from './command-line.ts'
import { programFailure, runProgram } from './run-program.ts'

/** The program of the operator that speaks without a key, as it is installed by now. */
export type LocalProgram = () => Pick<MediaProvider, 'speak'> & {
  /** Whether a voice can be chosen. */
  readonly takesVoice: boolean
}

/** Reads the command line of the setting. Throws StartRefusal for an invalid program. */
export const openLocalProgram = (text: string | undefined, sandboxes: SandboxDriver): LocalProgram => {
  const line = text === undefined ? undefined : readCommandLine(text)
  const turns = takeTurns(programsAtOnce)
  return () => ({
    takesVoice: line?.has('voice') ?? false,
    ...(line && isProgramInstalled(line.words[0]!) && { speak: speakBy(line, sandboxes, turns) }),
  })
}

// A program may take all processors and gigabytes of memory.
const programsAtOnce = 2

const speakBy =
  (line: CommandLine, sandboxes: SandboxDriver, turns: Turns): NonNullable<MediaProvider['speak']> =>
  async ({ text, voice }, signal): Promise<MadeFile> => {
    const run = {
      id: uuidv7(),
      line,
      values: { input: 'input.txt', output: 'output.wav', voice },
      input: { name: 'input.txt', bytes: Buffer.from(text) },
      output: 'output.wav',
      mostBytes: mediaMostBytes.sound,
      signal,
    }
    const bytes = await turns.run(signal, () => runProgram(sandboxes, run))
    if (soundTypeOf(bytes) !== 'audio/wav')
      throw programFailure('provider_garbage', 'wrote something else than it was asked for')
    return { mediaType: 'audio/wav', bytes }
  }

type Turns = ReturnType<typeof takeTurns>

/** Lets at most so many works run at once. The others wait in the order in which they came. */
export const takeTurns = (most: number) => {
  let running = 0
  const waiting = new Set<() => void>()
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', giveUp)
        waiting.delete(begin)
        running += 1
        resolve()
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(signal.reason as Error)
      }
      if (signal.aborted) giveUp()
      else if (running < most) begin()
      else {
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.add(begin)
      }
    })
  return {
    /** Runs `work` when its turn comes; work that is aborted while it waits throws the reason and never runs. */
    run: async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
      await turn(signal)
      try {
        return await work()
      } finally {
        running -= 1
        const [next] = waiting
        next?.()
      }
    },
  }
}
