/** The origin of an asset: an upload, the parsing of a document, the making of media, or a batch. */
const assetOrigins = ['upload', 'document', 'media', 'batch'] as const
export type AssetOrigin = (typeof assetOrigins)[number]

/** How much one file may have, and all files of a workspace together. */
export const assetLimits = { fileBytes: 256 * 2 ** 20, workspaceBytes: 20 * 2 ** 30 } as const

/** Seconds during which an address serves an asset to everybody who has it. */
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

/** The file name under which a browser saves an asset. */
export const savedName = (
  asset: Readonly<Record<'id' | 'mediaType', string>> & { readonly fileName: string | null },
) => {
  if (asset.fileName !== null) return asset.fileName
  const [type = ''] = asset.mediaType.split(';')
  return `${asset.id}.${extensions[type] ?? /^(?:audio|image|text|video)\/([a-z0-9]{1,8})$/.exec(type)?.[1] ?? 'bin'}`
}

/** Where the content of an asset is stored. */
export const objectKey = (workspace: string, id: string): string => `ai-assets/${workspace}/${id}`
