import { Readable } from 'node:stream'
import { S3Refusal, StorageUnavailableError } from './errors.ts'
import type { ObjectPart, OpenObject } from './objects.ts'
import type { S3Answer, S3Client } from './s3-client.ts'

const cutsMost = 5

/** Opens an object; where its answer is cut, the rest of the same object is asked for. Undefined for none. */
export const readObject = async (client: S3Client, key: string, part?: ObjectPart): Promise<OpenObject | undefined> => {
  const headers = part && { range: `bytes=${part.first}-${part.last}` }
  const first = await client.send({ method: 'GET', key, ...(headers && { headers }) }).catch((error: unknown) => {
    if (error instanceof S3Refusal && error.code === 'NoSuchKey') return undefined
    throw error
  })
  if (!first) return undefined
  const sizeBytes = part ? wholeBytes(first, part) : Number(first.headers['content-length'])
  // `chunksOf` asks for the rest of an answer that breaks off.
  first.body.on('error', () => undefined)
  if (!Number.isSafeInteger(sizeBytes)) {
    first.body.destroy()
    throw new Error('The object store did not say how large an object is.')
  }
  const bounds = { start: part?.first ?? 0, end: part ? part.last + 1 : sizeBytes }
  const content = Readable.from(chunksOf(client, key, first, bounds), { objectMode: false })
  // Destroying it before the first chunk would leave the connection open.
  content.once('close', () => first.body.destroy())
  return { content, sizeBytes }
}

/** Returns the size of the object from an answer with a part of it; NaN if the answer has no such size. */
const wholeBytes = ({ headers }: S3Answer, { first, last }: ObjectPart): number => {
  const [from, size] = String(headers['content-range']).split('/')
  return from === `bytes ${first}-${last}` ? Number(size) : Number.NaN
}

async function* chunksOf(
  client: S3Client,
  key: string,
  first: S3Answer,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Buffer> {
  const etag = String(first.headers.etag)
  let position = start
  let cuts = 0
  for (let answer = first; ;) {
    try {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        position += chunk.length
        yield chunk
      }
      if (position === end) return
      throw new Error('The object store sent another number of bytes than it announced.')
    } catch (error) {
      cuts += 1
      if (cuts > cutsMost || position >= end) throw new StorageUnavailableError({ cause: error })
    }
    answer = await client.send({
      method: 'GET',
      key,
      headers: { range: `bytes=${position}-${end - 1}`, 'if-match': etag },
    })
    if (!String(answer.headers['content-range']).startsWith(`bytes ${position}-`)) {
      answer.body.destroy()
      throw new StorageUnavailableError({ cause: 'The object store sent another part than was asked for.' })
    }
  }
}
