import { buffer } from 'node:stream/consumers'
import {
  dataAddress,
  dotsMost,
  mediaMostBytes,
  pictureAddress,
  pictureOf,
  extractFrames,
  videoTypeOf,
  type LocalProgram,
} from '../../../execution/media/index.ts'
import { openAsset, SourceRefusal, withAssetFile, type SourceTerms, type TakenSource } from '../assets/index.ts'
import { MediaRefusal, notReadable } from './refusal.ts'
import type { SandboxDriver } from '../../../execution/sandbox/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { Removals } from '../../../platform/removals/index.ts'
import type { ObjectPart, ObjectStore } from '../../../platform/storage/index.ts'
import type { CapParts, TableParts } from '../models/index.ts'

/** Types and sizes of sources that a model can be asked about. */
export const analysisTerms = {
  image: { accept: ['image/*'], maxBytes: 10 * 2 ** 20, origin: 'media' },
  video: { accept: ['video/*'], maxBytes: mediaMostBytes.video, origin: 'media' },
} as const satisfies Record<string, SourceTerms>

interface PictureInput {
  readonly workspace: string
  readonly taken: TakenSource
  readonly signal: AbortSignal
}

/** Returns an image, or up to twelve frames of a video, as data URLs. Throws MediaRefusal and SourceRefusal. */
export const shownPictures = (
  parts: MediaParts,
  kind: 'image' | 'video',
  shown: PictureInput,
): Promise<readonly string[]> => (kind === 'image' ? readImage(parts, shown) : readFrames(parts, shown))

/** Reads the content of a source, or a part of it. Throws SourceRefusal if it was removed. */
export const bytesOf = async (objects: ObjectStore, workspace: string, taken: TakenSource, part?: ObjectPart) => {
  const opened = await openAsset(objects, workspace, taken, part)
  if (!opened) throw new SourceRefusal('unknown_artifact')
  return buffer(opened.content)
}

const readImage = async ({ objects }: MediaParts, { workspace, taken }: PictureInput): Promise<readonly string[]> => {
  const bytes = await bytesOf(objects, workspace, taken)
  const picture = pictureOf(bytes)
  if (!picture) throw notReadable('whole PNG, JPEG, GIF or WebP', bytes)
  if (picture.width * picture.height > dotsMost)
    throw new MediaRefusal('too_large', `The image has more than ${dotsMost} dots.`)
  return [pictureAddress(picture, bytes)]
}

const readFrames = async (
  { objects, sandboxes }: MediaParts,
  { workspace, taken, signal }: PictureInput,
): Promise<readonly string[]> => {
  // The mark of each video format is in its first 16 bytes.
  const beginning = await bytesOf(objects, workspace, taken, { first: 0, last: 15 })
  const isVideo = videoTypeOf(beginning) !== undefined
  const frames = isVideo
    ? await withAssetFile(objects, workspace, taken, (path) => extractFrames(sandboxes, { id: taken.id, path, signal }))
    : undefined
  if (!frames) throw notReadable('MP4, QuickTime or WebM video of up to four hours', beginning)
  return frames.map((frame) => dataAddress('image/jpeg', frame))
}

/** Dependencies of media jobs. */
export interface MediaWork extends TableParts {
  readonly database: Database
  readonly objects: ObjectStore
  readonly removals: Removals
  readonly fetcher: Fetcher
}

/** Dependencies of media requests. */
export interface MediaParts extends MediaWork, CapParts {
  readonly engine: Engine
  readonly sandboxes: SandboxDriver
  readonly localProgram: LocalProgram
  readonly linkTo: (path: string) => string
}
