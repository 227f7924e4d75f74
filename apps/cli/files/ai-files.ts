import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getAiAsset, uploadAiAsset } from '../../../domains/agents/assets/contract.ts'
import type { Client } from '../client/client.ts'

/** The source argument of a command: an address as it is, and a file by its key, once it is uploaded. */
export const sourceOf = async (
  client: Client,
  folder: string,
  source: string,
): Promise<{ url: string } | { key: string }> => {
  if (/^https?:\/\//i.test(source)) return { url: source }
  const path = resolve(folder, source)
  const { size: sizeBytes } = await stat(path)
  const body = { content: createReadStream(path), sizeBytes, mediaType: mediaTypeOf(source) }
  const { key } = await client.call(uploadAiAsset, { query: { fileName: basename(source) }, body })
  return { key }
}

/** The media type of a file, by the end of its name. */
export const mediaTypeOf = (path: string): string => mediaTypes[extname(path).toLowerCase()] ?? 'text/plain'

/** The bytes at an address of a file of the AI capabilities: a signed one, or one of the server that needs the key. */
export const contentAt = async (client: Client, url: string): Promise<Buffer> => {
  const key = /\/ai\/assets\/([0-9a-f-]{36})\?/.exec(url)?.[1]
  return key === undefined
    ? Buffer.from(await (await fetch(url)).arrayBuffer())
    : buffer(await client.open(getAiAsset, { params: { key }, query: { download: '1' } }))
}

const office = 'application/vnd.openxmlformats-officedocument'
const mediaTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.webp': 'image/webp',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.docx': `${office}.wordprocessingml.document`,
  '.xlsx': `${office}.spreadsheetml.sheet`,
  '.pptx': `${office}.presentationml.presentation`,
  '.html': 'text/html',
  '.htm': 'text/html',
  '.eml': 'message/rfc822',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.json': 'application/json',
}
