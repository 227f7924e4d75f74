import { readFrames, RefusedError } from '../../../platform/client/index.ts'

export interface FollowOptions {
  /** Asks for the bytes of the stream behind an event; without one from its beginning. */
  readonly open: (last: string) => Promise<ReadableStream<Uint8Array> | null>
  /** The event to begin behind. */
  readonly last?: string
  readonly signal: AbortSignal
  /** Called each time that the stream opens, and when the server is away. */
  readonly onOpen: () => void
  readonly onLost: () => void
  readonly onFrame: (frame: { readonly event: string; readonly id: string; readonly data: string }) => void
  /** How long to wait before one more try. */
  readonly pauseMs?: (failures: number) => number
}

const growing = (failures: number) => Math.min(500 * 2 ** failures, 2_000)

/** An error that a retry does not change. */
const isFinal = (error: unknown) => error instanceof RefusedError && error.status < 500 && error.status !== 429
const isThere = (error: unknown) => error instanceof RefusedError && error.status < 500

/**
 * Reads a stream until `signal` aborts, and continues behind the last event when it breaks or ends: a server that
 * restarts ends its streams as whole ones. Throws a refusal that stays.
 */
export const follow = async (following: FollowOptions): Promise<void> => {
  const { open, signal, onOpen, onLost, onFrame, pauseMs = growing } = following
  let { last = '' } = following
  const hasLeft = () => signal.aborted
  for (let failures = 0; !hasLeft(); failures += 1) {
    if (failures > 0) await pause(pauseMs(failures), signal)
    if (hasLeft()) return
    try {
      const bytes = await open(last)
      onOpen()
      failures = 0
      for await (const frame of readFrames(chunksOf(bytes, signal))) {
        last = frame.id || last
        if (frame.event !== 'keepalive') onFrame(frame)
      }
      if (!hasLeft()) onLost()
    } catch (error) {
      if (hasLeft()) return
      if (isFinal(error)) throw error
      if (!isThere(error)) onLost()
    }
  }
}

/** Waits, at the longest until `signal` aborts. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })

/** The chunks of a body until `signal` aborts. */
export async function* chunksOf(bytes: ReadableStream<Uint8Array> | null, signal: AbortSignal) {
  const reader = bytes?.getReader()
  const cancel = () => void reader?.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) cancel()
    for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) yield chunk.value
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
