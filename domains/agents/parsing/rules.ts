export const engines = ['text', 'ocr'] as const
export const documentEngines = [...engines, 'native'] as const
export type DocumentEngine = (typeof documentEngines)[number]

export const documentStatuses = ['queued', 'parsing', 'succeeded', 'review_required', 'rejected', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export type ParseStatus = 'queued' | 'parsing' | 'parsed' | 'failed'

/** True if pages may still come. */
export const isBeingRead = (status: ParseStatus | DocumentStatus): boolean =>
  status === 'queued' || status === 'parsing'

export const pageDecisions = ['accepted', 'rejected'] as const
export type PageDecision = (typeof pageDecisions)[number]

/** How many pages of a document a person decided about. */
interface ReviewCounts {
  readonly pages: number
  readonly accepted: number
  readonly rejected: number
}

/**
 * The status of a document, by the status of its parse and, if the document is critical, by the decisions about its
 * pages.
 */
export const statusOf = (status: ParseStatus, isCritical: boolean, review: ReviewCounts): DocumentStatus => {
  if (status !== 'parsed') return status
  if (!isCritical) return 'succeeded'
  if (review.accepted + review.rejected < review.pages) return 'review_required'
  return review.rejected > 0 ? 'rejected' : 'succeeded'
}

/**
 * The engine that reads a document. A format with words of its own needs no model. A document marked as scanned gets
 * its words by recognition, which costs nothing more.
 */
export const effectiveEngine = (engine: DocumentEngine, isScanned: boolean, format: string): DocumentEngine => {
  if (engine === 'native' && !hasPictures(format)) return 'text'
  return engine === 'text' && isScanned && hasPictures(format) ? 'ocr' : engine
}

/** Formats whose pages can be pictures. Others have words of their own, for every engine. */
const hasPictures = (format: string): boolean => format === 'pdf' || format === 'image'

/** The version of a stored parse beside the bytes: another version parses the same bytes again. */
export const engineVersion = (engine: DocumentEngine, languages: string, isVisual = false): string => {
  if (engine === 'native') return isVisual ? visualVersion : 'native-1'
  return engine === 'ocr' ? `ocr-5 ${languages}` : `${engine}-6`
}
/** The version of the engine that describes figures as well. */
export const visualVersion = 'native-1 visual'

// A passing failure may not happen to a file again: its time was up on a busy machine.
const passing: readonly string[] = [
  'time',
  'memory',
  'programs_missing',
  'no_model',
  'no_answer',
  'budget',
  'price_unknown',
  'upstream',
]

/** True if a parse that failed so is tried again by the next request for it. */
export const isTriedAgain = (refusal: string | null): boolean =>
  refusal === 'internal' || passing.some((rule) => rule === refusal)

/** How many pages of a parse are in a state, and the first word for a page that was not read. */
export interface PageCounts {
  readonly parsed: number
  readonly empty: number
  readonly needsOcr: number
  readonly refused: number
  readonly reason: string | null
}

/** Why a document without a read page has failed; undefined if at least one page has text. */
export const unreadReason = ({ parsed, needsOcr, refused, reason }: PageCounts): string | undefined => {
  if (parsed > 0) return undefined
  if (refused > 0) return reason ?? 'malformed'
  return needsOcr > 0 ? 'needs_ocr' : 'empty'
}

/** How many characters all pages of a document have at most. */
export const documentMostChars = 64 * 2 ** 20

/** A page as it is in the Markdown of its document, behind a comment with its number. */
export const pageBlock = (page: { readonly number: number; readonly state: string; readonly markdown: string }) =>
  `<!-- page ${page.number}: ${page.state} -->\n\n${page.markdown === '' ? '' : `${page.markdown}\n\n`}`

const unfit = /[\p{C}\p{Zl}\p{Zp}]/gu

/** The title of a document: its file's name, or the last part of its address. */
export const titleOf = (fileName: string | null, url: string | undefined): string => {
  const name = fileName ?? (url === undefined ? undefined : lastPart(url)) ?? 'Document'
  const plain = name.replaceAll(unfit, ' ').trim()
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
