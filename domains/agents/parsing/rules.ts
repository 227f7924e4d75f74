export const engines = ['text', 'ocr'] as const
export const documentEngines = [...engines, 'native'] as const
export type DocumentEngine = (typeof documentEngines)[number]

export const documentStatuses = ['queued', 'parsing', 'succeeded', 'review_required', 'rejected', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export type ParseStatus = 'queued' | 'parsing' | 'parsed' | 'failed'

/** True if more pages may come: the document is not read to its end. */
export const isBeingRead = (status: ParseStatus | DocumentStatus): boolean =>
  status === 'queued' || status === 'parsing'

export const pageDecisions = ['accepted', 'rejected'] as const
export type PageDecision = (typeof pageDecisions)[number]

/** Pages of a document, and the decisions of people about them. */
interface ReviewCounts {
  readonly pages: number
  readonly accepted: number
  readonly rejected: number
}

/** Returns the status of a document. A critical document needs a decision of a person about each page. */
export const statusOf = (status: ParseStatus, isCritical: boolean, review: ReviewCounts): DocumentStatus => {
  if (status !== 'parsed') return status
  if (!isCritical) return 'succeeded'
  if (review.accepted + review.rejected < review.pages) return 'review_required'
  return review.rejected > 0 ? 'rejected' : 'succeeded'
}

/** The engine for a document: `text`, not a model, for formats with text; `ocr` for scans at no further cost. */
export const effectiveEngine = (engine: DocumentEngine, isScanned: boolean, format: string): DocumentEngine => {
  if (engine === 'native' && !hasPictures(format)) return 'text'
  return engine === 'text' && isScanned && hasPictures(format) ? 'ocr' : engine
}

/** True if pages of the format can be pictures. */
const hasPictures = (format: string): boolean => format === 'pdf' || format === 'image'

/** Returns the version under which a parse is stored. A new version parses the same bytes again. */
export const engineVersion = (engine: DocumentEngine, languages: string, isVisual = false): string => {
  if (engine === 'native') return isVisual ? visualVersion : 'native-1'
  return engine === 'ocr' ? `ocr-5 ${languages}` : `${engine}-6`
}
/** The version of the engine that describes figures as well. */
export const visualVersion = 'native-1 visual'

// Failures that may not happen again, such as a time limit on a busy machine.
const temporary: readonly string[] = [
  'time',
  'memory',
  'programs_missing',
  'no_model',
  'no_answer',
  'budget',
  'price_unknown',
  'upstream',
]

/** True if the next request for a document parses it again after this failure. */
export const isTriedAgain = (refusal: string | null): boolean =>
  refusal === 'internal' || temporary.some((rule) => rule === refusal)

/** Pages of a parse by state, and the reason for the first page that was not read. */
export interface PageCounts {
  readonly parsed: number
  readonly empty: number
  readonly needsOcr: number
  readonly refused: number
  readonly reason: string | null
}

/** Returns why no page of a document has text; undefined if one has. */
export const unreadReason = ({ parsed, needsOcr, refused, reason }: PageCounts): string | undefined => {
  if (parsed > 0) return undefined
  if (refused > 0) return reason ?? 'malformed'
  return needsOcr > 0 ? 'needs_ocr' : 'empty'
}

/** The most characters of all pages of a document together. */
export const documentMostChars = 64 * 2 ** 20

/** Returns a page as part of the Markdown of its document, after a comment with its number. */
export const pageBlock = (page: { readonly number: number; readonly state: string; readonly markdown: string }) =>
  `<!-- page ${page.number}: ${page.state} -->\n\n${page.markdown === '' ? '' : `${page.markdown}\n\n`}`

const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Returns the title of a document: the name of its file, or the last part of its URL. */
export const titleOf = (fileName: string | null, url: string | undefined): string => {
  const name = fileName ?? (url === undefined ? undefined : lastPart(url)) ?? 'Document'
  const plain = name.replaceAll(unprintable, ' ').trim()
  return plain.slice(0, 255).toWellFormed().trim() || 'Document'
}

const lastPart = (url: string) => {
  const { pathname, hostname } = new URL(url)
  const last = pathname.split('/').findLast((part) => part !== '')
  if (last === undefined) return hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
