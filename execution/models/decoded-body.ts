import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** The bytes of an answer without its content coding, which some endpoints apply unasked. The reader bounds them. */
export const decodedBody = ({
  headers,
  body,
}: Pick<Dispatcher.ResponseData, 'headers' | 'body'>): AsyncIterable<Buffer> => {
  const encoding = [headers['content-encoding']].flat()[0]?.trim().toLowerCase() ?? ''
  if (!Object.hasOwn(decoders, encoding)) return body.iterator({ destroyOnReturn: false })
  const decoder = decoders[encoding as keyof typeof decoders]()
  body.once('error', (error: Error) => decoder.destroy(error))
  return body.pipe(decoder)
}
