import type { IncomingMessage, ServerResponse } from 'node:http'

/** The JSON that came with a request to an internal host; undefined where it is none, or larger than it may be. */
export const readJson = async (request: IncomingMessage, mostBytes: number): Promise<unknown> => {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

/** Answers once: what comes after the first answer is dropped. */
export const sendJson = (response: ServerResponse, status: number, body: object): void => {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
