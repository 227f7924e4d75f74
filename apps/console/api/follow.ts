import { useEffect } from 'react'
import type { Input } from '../../../platform/client/index.ts'
import { readFrames, Refused } from '../../../platform/client/index.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { connection } from './connection.ts'
import { open } from './client.ts'

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads a stream until it ends or `signal` does, and goes on behind the last event when the connection breaks. */
const follow = async <Op extends Operation>(
  operation: Op,
  input: Input<Op>,
  signal: AbortSignal,
  onEvent: () => void,
) => {
  let last = ''
  const isOver = () => signal.aborted
  for (let failures = 0; !isOver();) {
    try {
      const bytes = await open(operation, input, last ? { 'last-event-id': last } : {})
      if (!bytes) return
      const reader = bytes.getReader()
      signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
      connection.isBack()
      failures = 0
      // What happened between the page's own read and this connection is in no frame.
      onEvent()
      for await (const { event, id } of readFrames(chunksOf(reader))) {
        last = id || last
        if (event !== 'keepalive') onEvent()
      }
      return
    } catch (error) {
      if (error instanceof Refused || isOver()) return
      connection.isLost()
      failures += 1
      await pause(Math.min(500 * 2 ** failures, 8_000), signal)
    }
  }
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
}

/**
 * Calls `onEvent` when the stream is connected and for what happens then, as long as the page is there. `key` says what
 * is followed.
 */
export const useFollow = <Op extends Operation>(
  operation: Op,
  input: Input<Op>,
  key: string | undefined,
  onEvent: () => void,
): void => {
  useEffect(() => {
    if (key === undefined) return undefined
    const end = new AbortController()
    void follow(operation, input, end.signal, onEvent)
    return () => end.abort()
    // The key stands for operation and input, which are new objects with each drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key])
}
