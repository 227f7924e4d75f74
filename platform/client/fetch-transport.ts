import type { Outgoing, Transport } from './outgoing.ts'

/** Sends by `fetch`, in a browser with the cookies of its own server. A redirect is not followed. */
export const fetchTransport = (signal?: AbortSignal): Transport<ReadableStream<Uint8Array> | null> => ({
  send: async ({ address, method, headers, body }) => {
    const { 'content-length': _length, ...sent } = headers
    const response = await fetch(address, {
      method,
      headers: sent,
      redirect: 'manual',
      credentials: 'same-origin',
      ...(signal && { signal }),
      ...bodyOf(body),
    })
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: response.body,
      text: () => response.text(),
    }
  },
  close: () => Promise.resolve(),
})

const bodyOf = (body: Outgoing['body']) => {
  if (body === undefined || typeof body === 'string') return { body: body ?? null }
  if (body.content instanceof Blob) return { body: body.content }
  return { body: streamOf(body.content), duplex: 'half' as const }
}

const streamOf = (content: AsyncIterable<Uint8Array>) => {
  const chunks: AsyncIterator<Uint8Array, unknown> = content[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => {
      await chunks.return?.()
    },
  })
}
