import type { Usage } from '../models/index.ts'

/** A file that was made or is read, with its media type by its own bytes. */
export interface MadeFile {
  readonly mediaType: string
  readonly bytes: Buffer
}

export interface ImageOrder {
  readonly prompt: string
  readonly count: number
  /** Width by height; undefined leaves the size to the model. */
  readonly ratio: number | undefined
}

export interface MadeImages {
  readonly images: readonly MadeFile[]
  readonly usage: Usage | undefined
}

export interface SpeechOrder {
  readonly text: string
  readonly voice: string | undefined
  /** Undefined leaves it to the provider. */
  readonly format: 'mp3' | 'wav' | undefined
}

export interface TranscriptionOrder {
  readonly sound: MadeFile
  /** ISO 639-1, such as `de`; undefined lets the model find out. */
  readonly language: string | undefined
}

/** A stretch of a recording, in seconds from its beginning, and the spoken text. */
export interface TimedText {
  readonly from: number
  readonly to: number
  readonly text: string
}

export interface Transcript {
  readonly text: string
  readonly language: string | null
  /** As the provider reports it. */
  readonly seconds: number | undefined
  readonly segments: readonly TimedText[]
  readonly words: readonly TimedText[]
  readonly usage?: Usage | undefined
}

export interface VideoOrder {
  readonly prompt: string
  readonly seconds: number
  readonly ratio: number | undefined
  /** When it was, perhaps, submitted before. */
  readonly perhapsSentSince: Date | undefined
  /** Ids of videos of the provider that belong to other jobs. */
  readonly isTaken: (id: string) => Promise<boolean>
}

export type VideoState =
  | { readonly status: 'working'; readonly percent: number | null }
  | { readonly status: 'ended' }
  | { readonly status: 'failed'; readonly code: string }

/** Videos that a provider makes as jobs of its own. */
export interface VideoJobs {
  /** The provider's id; undefined if it cannot be known whether an earlier request arrived. */
  submit(order: VideoOrder, signal: AbortSignal): Promise<string | undefined>
  state(id: string, signal: AbortSignal): Promise<VideoState>
  content(id: string, signal: AbortSignal): AsyncIterable<Buffer>
  remove(id: string, signal: AbortSignal): Promise<void>
}

/** Makes or understands media. Calls throw ModelFailure, with what may have been billed, and end with `signal`. */
export interface MediaProvider {
  readonly images?: (order: ImageOrder, signal: AbortSignal) => Promise<MadeImages>
  readonly speak?: (order: SpeechOrder, signal: AbortSignal) => Promise<MadeFile>
  readonly transcribe?: (order: TranscriptionOrder, signal: AbortSignal) => Promise<Transcript>
  readonly videos?: VideoJobs
}

/** The most bytes for a picture, sound, and a video, as input or output. */
export const mediaMostBytes = { picture: 20 * 2 ** 20, sound: 25 * 2 ** 20, video: 200 * 2 ** 20 } as const
