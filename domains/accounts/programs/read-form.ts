import type { Readable } from 'node:stream'

/** The text of a form; undefined for a form that is larger than `mostBytes`. */
export const readForm = async (body: Readable, mostBytes: number): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
