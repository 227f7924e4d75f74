/** What an asset came from: an upload, the parsing of a document, the making of media, or a batch. */
export const assetOrigins = ['upload', 'document', 'media', 'batch'] as const
export type AssetOrigin = (typeof assetOrigins)[number]

/** How much one file may have, and all files of a workspace together. */
export const assetLimits = { fileBytes: 256 * 2 ** 20, workspaceBytes: 20 * 2 ** 30 } as const

/** For how long an address gives an asset to anyone who has it. */
export const addressSeconds = 300

/** Media types that an upload may declare. */
export const uploadTypes = [
  'application/pdf',
  'application/json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/xhtml+xml',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/x-wav',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
  'message/rfc822',
  'text/csv',
  'text/html',
  'text/markdown',
  'text/plain',
  'video/mp4',
  'video/quicktime',
  'video/webm',
] as const

const starts: Readonly<Record<string, readonly RegExp[]>> = {
  'application/pdf': [/%PDF-/],
  'image/gif': [/^GIF8/],
  'image/jpeg': [/^\xff\xd8\xff/],
  'image/png': [/^\x89PNG\r\n/],
  'image/tiff': [/^II\*\0/, /^MM\0\*/],
  'image/webp': [/^RIFF[^]{4}WEBP/],
  'audio/flac': [/^fLaC/],
  'audio/mpeg': [/^ID3/, /^\xff[\xe0-\xff]/],
  'audio/ogg': [/^OggS/],
  'audio/wav': [/^RIFF[^]{4}WAVE/],
  'audio/x-wav': [/^RIFF[^]{4}WAVE/],
  'audio/mp4': [/^[^]{4}ftyp/],
  'video/mp4': [/^[^]{4}ftyp/],
  'video/quicktime': [/^[^]{4}(ftyp|moov|wide|mdat|free)/],
  'audio/webm': [/^\x1a\x45\xdf\xa3/],
  'video/webm': [/^\x1a\x45\xdf\xa3/],
}
const zip = [/^PK\x03\x04/]

/** How many bytes `fitsMediaType` looks at. */
export const beginningBytes = 1_024

/**
 * Whether bytes that begin so can be of a media type. A text has no NUL near its beginning; anything may be of a type
 * whose beginning is not known.
 */
export const fitsMediaType = (mediaType: string, beginning: Buffer): boolean => {
  const text = beginning.subarray(0, beginningBytes).toString('latin1')
  if (mediaType.startsWith('application/vnd.openxmlformats-')) return zip.some((start) => start.test(text))
  if (isTextType(mediaType)) return !text.includes('\0') || /^(\xff\xfe|\xfe\xff)/.test(text)
  return starts[mediaType]?.some((start) => start.test(text)) ?? true
}

const isTextType = (mediaType: string) =>
  mediaType.startsWith('text/') ||
  ['application/json', 'application/xhtml+xml', 'image/svg+xml', 'message/rfc822'].includes(mediaType)

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/x-subrip': 'srt',
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'message/rfc822': 'eml',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'video/quicktime': 'mov',
}

/** What a browser saves an asset as. */
export const savedName = ({
  id,
  fileName,
  mediaType,
}: {
  readonly id: string
  readonly fileName: string | null
  readonly mediaType: string
}): string => {
  if (fileName !== null) return fileName
  const [type = ''] = mediaType.split(';')
  return `${id}.${extensions[type] ?? /^(?:audio|image|text|video)\/([a-z0-9]{1,8})$/.exec(type)?.[1] ?? 'bin'}`
}

/** Where the content of an asset is stored. */
export const objectKey = (workspace: string, id: string): string => `ai-assets/${workspace}/${id}`
