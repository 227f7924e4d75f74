import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { createInflate, inflateSync } from 'node:zlib'
import type { DeclaredSizeRequest } from './declared-size.ts'
import { entryHead, resultSize } from '../packs/pack-entry.ts'

if (!parentPort) throw new Error('declared-size-worker.ts is started by declared-size.ts')
const port = parentPort

// A pack of this many objects in so few bytes is of small ones; reading the heads of more would take seconds.
const objectsMost = 50_000
const atOnceBytes = 1024 ** 2

const declaredBytes = async ({ path, from, objects, scannedBytes, enoughBytes }: DeclaredSizeRequest) => {
  const pack = await startOf(path, from, scannedBytes)
  let at = 0
  let sum = 0
  for (let read = 0; read < Math.min(objects, objectsMost); read += 1) {
    const head = entryHead(pack, at)
    if (!head) break
    if (!head.isDelta) sum += head.sizeBytes
    if (sum > enoughBytes) break
    const inflated = await inflate(pack.subarray(head.dataAt), head.sizeBytes)
    if (!inflated) break
    if (head.isDelta) sum += resultSize(inflated.start)
    if (sum > enoughBytes) break
    at = head.dataAt + inflated.takenBytes
  }
  return sum
}

const startOf = async (path: string, from: number, mostBytes: number) => {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(mostBytes)
    const { bytesRead } = await file.read(buffer, 0, mostBytes, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The start of a content, and its length in `from`; undefined if it is damaged or cut off. */
const inflate = async (from: Buffer, sizeBytes: number) => {
  try {
    if (sizeBytes <= atOnceBytes) {
      // With `info`, inflateSync returns this object, which its types do not know.
      const { buffer, engine } = inflateSync(from, { info: true, maxOutputLength: sizeBytes + 1 }) as unknown as {
        readonly buffer: Buffer
        readonly engine: { readonly bytesWritten: number }
      }
      return { start: buffer, takenBytes: engine.bytesWritten }
    }
    const engine = createInflate({ chunkSize: 256 * 1024 })
    engine.end(from)
    let start: Buffer | undefined
    for await (const chunk of engine as AsyncIterable<Buffer>) start ??= chunk
    return { start: start ?? Buffer.alloc(0), takenBytes: engine.bytesWritten }
  } catch {
    return undefined
  }
}

port.on('message', (request: DeclaredSizeRequest) => {
  declaredBytes(request).then(
    (sum) => port.postMessage(sum),
    // Nothing is known then; git reports the fault in the file.
    () => port.postMessage(0),
  )
})
