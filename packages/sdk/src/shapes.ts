/** One event of a stream. `id` is the position after which the stream continues; empty if a stream does not resume. */
export interface Frame<Name extends string, Data> {
  readonly event: Name
  readonly data: Data
  readonly id: string
}

/** Bytes that the server answers: read them once, as a stream or whole. */
export interface Download {
  readonly mediaType: string
  /** Undefined if the server does not report it. */
  readonly sizeBytes: number | undefined
  /** The server's name for the file; undefined if it has no name. */
  readonly fileName: string | undefined
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  text(): Promise<string>
}

/** Progress of an upload, as the server reports it. */
export interface UploadProgress {
  readonly arrivedBytes: number
  readonly sizeBytes: number
}

/** Options of a call; they win over the options of the client. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** How long one attempt may take; by default a download and an upload have no limit, and a stream never has one. */
  readonly timeoutMs?: number
  /** How often a call is sent again when that is safe. */
  readonly retries?: number
  /** The name of a change: sent again with the same one, it is made once. By default a random one. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Called when an upload begins, about once a second during it, and at its end. */
  readonly onProgress?: (progress: UploadProgress) => void
  /** Continues a stream after the event with this id. */
  readonly lastEventId?: string
}
