import type { DocumentFormat } from './reader.ts'

const office = 'application/vnd.openxmlformats-officedocument'

const byType: Readonly<Record<string, DocumentFormat>> = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/tiff': 'image',
  'image/webp': 'image',
  [`${office}.wordprocessingml.document`]: 'word',
  [`${office}.spreadsheetml.sheet`]: 'sheet',
  [`${office}.presentationml.presentation`]: 'slides',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'message/rfc822': 'mail',
  'text/plain': 'plain',
  'text/markdown': 'plain',
  'text/csv': 'plain',
  'application/json': 'plain',
}

/** Media types that can be read. */
export const readableTypes: readonly string[] = Object.keys(byType)

export const formatOf = (mediaType: string): DocumentFormat | undefined => {
  const type = mediaType.split(';')[0]!.trim().toLowerCase()
  return Object.hasOwn(byType, type) ? byType[type] : undefined
}
