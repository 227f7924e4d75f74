import { openThread } from '../../../platform/threads/index.ts'

export interface DeclaredSizeRequest {
  readonly path: string
  /** Where the first object of the pack begins in the file. */
  readonly from: number
  /** As the pack declares. */
  readonly objects: number
  /** How many bytes of the pack are looked at. */
  readonly scannedBytes: number
  /** Counting ends once the sum is above this. */
  readonly enoughBytes: number
}

const thread = openThread<DeclaredSizeRequest, number>({
  module: new URL('./declared-size-worker.ts', import.meta.url),
  answerMs: 5_000,
})

/**
 * The declared size of the first objects of a pack, unpacked, in bytes, without applying a delta: git refuses objects
 * that unpack to another size. 0 if that takes too long; a damaged object ends the count. Throws the signal's reason.
 */
export const declaredBytesOf = async (request: DeclaredSizeRequest, signal?: AbortSignal): Promise<number> => {
  try {
    return await thread.ask(request, { ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted || (error as Error).name !== 'TimeoutError') throw error
    return 0
  }
}
