import { hash } from 'node:crypto'
import { imageMostBytes, type imageTypes } from './rules.ts'
import { readDrawing } from './reader.ts'

export type ImageType = (typeof imageTypes)[number]

export interface NewPicture {
  readonly id: string
  readonly mediaType: ImageType
  readonly content: Buffer
}

/** Reads a picture by its own bytes, not its name or its sender; undefined for anything else, and for too much. */
export const pictureOf = async (bytes: Buffer, workspace: string): Promise<NewPicture | undefined> => {
  if (bytes.length === 0 || bytes.length > imageMostBytes) return undefined
  const mediaType = signatureOf(bytes)
  if (mediaType) return named(mediaType, bytes)
  const drawing = looksLikeText(bytes) ? await readDrawing(bytes, workspace) : undefined
  const content = drawing === undefined ? undefined : Buffer.from(drawing)
  return content && content.length <= imageMostBytes ? named('image/svg+xml', content) : undefined
}

/** A picture under the name of its content. */
const named = (mediaType: ImageType, content: Buffer): NewPicture => ({
  id: hash('sha256', content),
  mediaType,
  content,
})

const begins = (bytes: Buffer, at: number, signature: string) =>
  bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'))

// Source: WHATWG MIME Sniffing, matching an image type pattern; an icon has to hold at least one picture.
const signatureOf = (bytes: Buffer): ImageType | undefined => {
  if (begins(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begins(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (begins(bytes, 0, 'GIF87a') || begins(bytes, 0, 'GIF89a')) return 'image/gif'
  if (begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WEBPVP')) return 'image/webp'
  if (begins(bytes, 0, '\0\0\x01\0') && bytes.length > 22 && bytes.readUInt16LE(4) > 0) return 'image/x-icon'
  return undefined
}

const looksLikeText = (bytes: Buffer) => /^(\ufeff|\s)*</.test(bytes.subarray(0, 256).toString('utf8'))
