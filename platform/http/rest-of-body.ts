import type { IncomingMessage } from 'node:http'

const restMostBytes = 4 * 2 ** 20
const restMostMs = 5_000

/**
 * Yields `answer` at once, and ends when its sender has closed or the rest of its body was read, after five seconds at
 * the latest. Reads 4 MiB of that rest at most: a connection that is closed amid a body is reset, and its sender may
 * lose the answer. Source: RFC 9112, section 9.6.
 */
export async function* thenRestOfBody(answer: string, raw: IncomingMessage): AsyncGenerator<string> {
  yield answer
  if (raw.readableEnded || raw.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  let restBytes = 0
  raw.once('end', resolve).once('close', resolve)
  raw.on('data', (chunk: Buffer) => {
    restBytes += chunk.length
    if (restBytes > restMostBytes) raw.pause()
  })
  const alarm = setTimeout(resolve, restMostMs).unref()
  await promise
  clearTimeout(alarm)
}
