import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Manifest } from '../../../execution/repositories/index.ts'
import { Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { openProgress } from '../terminal/progress.ts'
import { sizeText } from '../terminal/text.ts'
import type { Upload } from './client.ts'

export type UploadHeaders = Readonly<Record<string, string>>

/** The idempotency key of a request with this content, so that a repeated command finds its first request again. */
export const contentKey = (content: unknown): string => `cli-${hash('sha256', JSON.stringify(content))}`

/** A manifest as the body of a request, whose lists are mutable. */
export const sentManifest = ({ manifest }: Manifest) => ({
  ...manifest,
  files: [...manifest.files],
  protected: [...manifest.protected],
  findings: [...manifest.findings],
})

/** The two requests of an upload session that a bundle takes. */
interface UploadCalls {
  /** How many bytes have arrived. */
  arrived(): Promise<number>
  send(body: Upload, headers: UploadHeaders): Promise<unknown>
}

interface BundleFile {
  readonly bundlePath: string
  readonly bundleSizeBytes: number
}

const patient = [250, 500, 1_000, 2_000, ...Array.from({ length: 10 }, () => 5_000)]

/**
 * Uploads a bundle, or the rest of an upload that an earlier command began. If the connection is cut, it continues
 * after the arrived bytes, and stops once all pauses were used without a byte in between.
 */
export const sendBundle = async (
  session: Session,
  file: BundleFile,
  calls: UploadCalls,
  pausesMs: readonly number[] = patient,
): Promise<void> => {
  const { output, signal } = session
  let tries = 0
  let furthest = 0
  for (;;) {
    try {
      const offset = await calls.arrived()
      if (offset > furthest) [furthest, tries] = [offset, 0]
      if (offset > 0) output.say(`Going on after ${sizeText(offset)} that have arrived already.`)
      await sendFrom(session, file, calls, offset)
      return
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error) || tries >= pausesMs.length) throw error
    }
    if (tries === 0) output.say('The upload was cut off. Trying again …')
    await pause(pausesMs[tries], undefined, { signal })
    tries += 1
  }
}

/** A cut connection, or bytes of it that came to rest after their number was asked for. */
const isPassing = (error: unknown) => error instanceof Failure && ['not_reached', 'upload_offset'].includes(error.code)

const sendFrom = async (
  { output, signal }: Session,
  { bundlePath, bundleSizeBytes }: BundleFile,
  calls: UploadCalls,
  offset: number,
) => {
  const sizeBytes = bundleSizeBytes - offset
  const progress = openProgress(output, 'Uploading', sizeBytes)
  const reading = pipeline(createReadStream(bundlePath, { start: offset }), progress.counter, { signal })
  // When the server refuses early, its answer counts and not the upload that it cut short.
  reading.catch(() => undefined)
  try {
    const headers = { 'upload-offset': String(offset), 'upload-complete': '?1' }
    await calls.send({ content: progress.counter, sizeBytes }, headers)
  } finally {
    progress.counter.destroy()
    progress.end()
  }
}
