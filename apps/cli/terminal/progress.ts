import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { SingleBar } from 'cli-progress'
import type { Output } from './output.ts'
import { durationText, sizeText } from './text.ts'

interface Progress {
  /** Counts the bytes that pass. */
  readonly counter: Transform
  end(): void
}

/** A progress bar for transfers, if a person is looking; else one line. `totalBytes` is unknown for a download. */
export const openProgress = (output: Output, label: string, totalBytes?: number): Progress => {
  if (!output.live) {
    output.say(totalBytes === undefined ? `${label} …` : `${label}: ${sizeText(totalBytes)}`)
    return { counter: counting(() => undefined), end: () => undefined }
  }
  const bar = new SingleBar({
    stream: output.stderr,
    hideCursor: true,
    clearOnComplete: true,
    format:
      totalBytes === undefined
        ? `${label} {done}`
        : `${label} [{bar}] {percentage}% {done} of {all}, {eta_formatted} left`,
  })
  bar.start(totalBytes ?? 1, 0, { done: sizeText(0), all: sizeText(totalBytes ?? 0) })
  const show = (sizeBytes: number) =>
    bar.update(totalBytes === undefined ? 0 : sizeBytes, { done: sizeText(sizeBytes) })
  return { counter: counting(show), end: () => bar.stop() }
}

const counting = (show: (sizeBytes: number) => void) => {
  let sizeBytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      show(sizeBytes)
      done(null, chunk)
    },
  })
}

interface StateWatch<State> {
  readonly read: () => Promise<State>
  readonly isOver: (state: State) => boolean
  readonly textOf: (state: State) => string
  readonly everyMs: number
}

/** Reads the state of work on the server until it is over, and reports each new state on the way. */
export const watchState = async <State>(
  output: Pick<Output, 'say'>,
  { read, isOver, textOf, everyMs }: StateWatch<State>,
): Promise<State> => {
  for (let lastText = ''; ;) {
    const state = await read()
    if (isOver(state)) return state
    const text = textOf(state)
    if (text !== lastText) output.say(text)
    lastText = text
    await pause(everyMs)
  }
}

/** Does long work with a line at its beginning, which names its limit, and a line each minute with the time so far. */
export const whileSaying = async <T>(
  output: Pick<Output, 'say'>,
  label: string,
  mostMs: number,
  work: () => Promise<T>,
  everyMs = 60_000,
): Promise<T> => {
  output.say(`${label}, for up to ${durationText(mostMs)} …`)
  const beganMs = performance.now()
  const saying = setInterval(
    () => output.say(`${label}: ${durationText(performance.now() - beganMs)} so far …`),
    everyMs,
  )
  try {
    return await work()
  } finally {
    clearInterval(saying)
  }
}
