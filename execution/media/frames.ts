import type { SandboxDriver } from '../sandbox/index.ts'
import { isProgramInstalled } from './local/command-line.ts'
import { runForStdout } from './local/run-program.ts'
import { pictureOf } from './picture.ts'

const mebibyte = 2 ** 20
const limits = {
  cpuSeconds: 300,
  memoryBytes: 1_024 * mebibyte,
  processes: 64,
  fileSizeBytes: 16 * mebibyte,
  diskBytes: 64 * mebibyte,
  wallMs: 300_000,
  outputBytes: 32 * mebibyte,
}
const fileInside = '/video'
const framesMost = 12
const longestSeconds = 4 * 3_600

/** Whether pictures can be taken from a video here: by `ffmpeg` and `ffprobe`. */
export const canTakeFrames = (): boolean => ['ffmpeg', 'ffprobe'].every(isProgramInstalled)

// Without these lists, ffmpeg would open the files that a playlist in place of a video names.
const inputLimits = '-v error -protocol_whitelist file,pipe -format_whitelist mov,matroska,webm,avi,mpegts,mpeg'.split(
  ' ',
)

/**
 * Takes up to twelve pictures from the whole length of a video, as JPEG of at most 768 pixels on their longer side, by
 * `ffmpeg` in a sandbox without network. Undefined for a file that is no video, or is longer than four hours.
 */
export const extractFrames = async (
  sandboxes: SandboxDriver,
  { id, path, signal }: { readonly id: string; readonly path: string; readonly signal: AbortSignal },
): Promise<readonly Buffer[] | undefined> => {
  const sandbox = await sandboxes.open({ id: `frames-${id}`, readonly: [{ from: path, to: fileInside }], limits })
  try {
    const run = async (argv: readonly string[]) => {
      const { exitCode, stdout } = await runForStdout(sandbox, { argv, signal })
      return exitCode === 0 ? stdout : undefined
    }
    const input = `file:${sandbox.path(fileInside)}`
    const probed = await run(['ffprobe', ...inputLimits, '-show_entries', 'format=duration', '-of', 'csv=p=0', input])
    const seconds = Number.parseFloat(probed?.toString('latin1') ?? '')
    if (!(seconds > 0 && seconds <= longestSeconds)) return undefined
    // All frames over the whole length; one a second of a video that is shorter than so many seconds.
    const rate = (framesMost / Math.max(seconds, framesMost)).toFixed(6)
    const filter = `fps=${rate},scale=w=768:h=768:force_original_aspect_ratio=decrease`
    const format = ['-frames:v', String(framesMost), '-an', '-f', 'image2pipe', '-c:v', 'mjpeg', 'pipe:1']
    const printed = await run(['ffmpeg', '-nostdin', ...inputLimits, '-i', input, '-vf', filter, ...format])
    const frames = printed === undefined ? [] : framesIn(printed)
    return frames.length === 0 ? undefined : frames
  } finally {
    await sandbox.close()
  }
}

/** Splits the output of ffmpeg, pictures that follow one another. */
const framesIn = (bytes: Buffer): readonly Buffer[] => {
  const frames: Buffer[] = []
  for (let rest = bytes; frames.length < framesMost;) {
    const frame = pictureOf(rest)
    if (!frame) break
    frames.push(rest.subarray(0, frame.endBytes))
    rest = rest.subarray(frame.endBytes)
  }
  return frames
}
