import { join } from 'node:path'
import { findCamera, remakeOwnFolder, type Outcome } from '../../sandbox/index.ts'
import { readPictures, type TakenPicture, type Shot } from './camera-lines.ts'
import { openPageProxy } from '../gateway/page-proxy.ts'
import type { PreviewVersion } from '../preview.ts'
import type { PreviewParts, Previews } from '../previews-api.ts'
import { newSocketPath } from '../programs/start-program.ts'

export interface PicturesInput {
  readonly site: string
  readonly version: PreviewVersion
  /** The address of the preview, such as `http://k3v9.preview.localhost:4310`. */
  readonly url: string
  readonly shots: readonly Shot[]
  readonly signal: AbortSignal
}

/** The pictures that could be taken, or the reason for their absence. */
export type PicturesResult =
  | { readonly pictures: readonly TakenPicture[] }
  | { readonly unavailable: 'no_browser' | 'browser_failed' }

export type TakePictures = (input: PicturesInput) => Promise<PicturesResult>

type CameraParts = Pick<PreviewParts, 'sandboxes' | 'socketFolder' | 'limits'> & {
  readonly previews: Pick<Previews, 'serve' | 'connect'>
}

const cameraFrom = join(import.meta.dirname, 'camera.cjs')
const cameraPath = '/preview/camera.cjs'
const wallMs = 180_000
const outputBytes = 64 * 1_024 * 1_024
// The threads and processes of a browser, and of Node.
const browserProcesses = 512

/** Takes pictures of a preview in the machine's browser, in a sandbox that reaches nothing else. */
export const openCamera =
  (parts: CameraParts, browserOf: () => Promise<string | undefined> = findCamera): TakePictures =>
  async ({ site, version, url, shots, signal }) => {
    const browser = await browserOf()
    if (browser === undefined) return { unavailable: 'no_browser' }
    const { host } = new URL(url)
    await remakeOwnFolder(parts.socketFolder)
    const socketPath = newSocketPath(parts)
    const proxy = await openPageProxy({ previews: parts.previews, site, version, socketPath, host })
    try {
      const sandbox = await parts.sandboxes.open({
        id: `pictures-${site}`,
        readonly: [{ from: cameraFrom, to: cameraPath }],
        egressSocket: socketPath,
        limits: { ...parts.limits, processes: browserProcesses },
      })
      try {
        const read = readPictures(shots)
        const outcome = await sandbox.run({
          argv: ['nice', '-n', '10', 'node', sandbox.path(cameraPath), browser, `http://${host}`],
          stdin: JSON.stringify(shots),
          wallMs,
          outputBytes,
          onOutput: (stream, chunk) => {
            if (stream === 'stdout') read.push(chunk)
          },
          signal,
        })
        signal.throwIfAborted()
        return resultOf(outcome, read.end())
      } finally {
        await sandbox.close()
      }
    } finally {
      await proxy.close()
    }
  }

const resultOf = ({ exitCode }: Outcome, pictures: readonly TakenPicture[]): PicturesResult =>
  pictures.length > 0 || exitCode === 0 ? { pictures } : { unavailable: 'browser_failed' }
