import { readFrames, RefusedError } from '../../../../../../../platform/client/index.ts'
import { chunksOf, pause } from '../../../../../api/follow.ts'
import type { StreamFrame } from '../../../../../parts/story/live-turn.ts'

interface SendingTurn {
  /** Sends the message, under the same id each time. */
  readonly open: () => Promise<ReadableStream<Uint8Array> | null>
  readonly signal: AbortSignal
  readonly tell: (frame: StreamFrame) => void
  readonly pauseMs?: (failures: number) => number
}

const triesMost = 5
const growing = (failures: number) => Math.min(500 * 2 ** failures, 8_000)

/**
 * Sends a message and follows its answer to the end. If the connection is cut, it is sent again under its id, which
 * stores nothing twice. Returns `cut` if the connection keeps breaking; throws a refusal.
 */
export const sendTurn = async ({ open, signal, tell, pauseMs = growing }: SendingTurn): Promise<'over' | 'cut'> => {
  for (let tries = 1; ; tries += 1) {
    try {
      for await (const frame of readFrames(chunksOf(await open(), signal))) {
        if (frame.event !== 'keepalive') tell(frame)
        if (frame.event === 'done' || frame.event === 'error') return 'over'
      }
    } catch (error) {
      if (error instanceof RefusedError && error.status < 500) throw error
    }
    if (signal.aborted || tries === triesMost) return 'cut'
    await pause(pauseMs(tries), signal)
  }
}
