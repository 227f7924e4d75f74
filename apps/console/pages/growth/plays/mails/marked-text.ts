import type { listGrowthMessages } from '../../../../../../domains/growth/messages/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'

export type GrowthMail = Reply<typeof listGrowthMessages>[number]
export type Citation = GrowthMail['citations'][number]

interface TextPiece {
  readonly text: string
  /** The source of the piece; undefined for words between cited sentences. */
  readonly citation?: Citation
}

/**
 * The text of a mail in pieces: sentences with their sources, and the text between them. Each sentence is marked once.
 */
export const markedText = (body: string, citations: readonly Citation[]): readonly TextPiece[] => {
  const places = citations
    .map((citation) => ({ citation, at: citation.sentence === '' ? -1 : body.indexOf(citation.sentence) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at || other.citation.sentence.length - one.citation.sentence.length)
  const pieces: TextPiece[] = []
  let end = 0
  for (const { citation, at } of places) {
    // Within a sentence that is marked already.
    if (at < end) continue
    if (at > end) pieces.push({ text: body.slice(end, at) })
    pieces.push({ text: citation.sentence, citation })
    end = at + citation.sentence.length
  }
  return end < body.length ? [...pieces, { text: body.slice(end) }] : pieces
}

/** Citations that name a source, in the order of their sentences in the text; the others stand for a person. */
export const sourcesIn = (pieces: readonly TextPiece[]): readonly Citation[] =>
  pieces.flatMap(({ citation }) => (citation && citation.source !== 'person' ? [citation] : []))

/** Whether a sentence of a person states something: a greeting, a question and a signature state nothing. */
export const isClaim = (sentence: string): boolean => /[.!]["'”’)]*$/.test(sentence.trim())
