import { Transform } from 'node:stream'
import { SingleBar } from 'cli-progress'
import type { Output } from './output.ts'
import { sizeText } from './text.ts'

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
