import { failureHeadline } from '../../../../domains/delivery/sentences/rules/failure-headline.ts'
import type { listAiDocuments } from '../../../../domains/agents/parsing/contract.ts'
import { isBeingRead } from '../../../../domains/agents/parsing/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useAges } from '../../format.ts'
import type { GlyphName } from '../../parts/text/glyph.tsx'
import { State } from '../../parts/feedback/state.tsx'
import { useThings } from '../../parts/story/use-names.ts'
import { joined } from '../../parts/text/joined.tsx'
import type { Tone } from '../../states.ts'
import { useDocumentWords } from '../../words/documents/index.ts'

export type Document = Reply<typeof listAiDocuments>[number]

const looks: Readonly<Record<Document['status'], { readonly glyph: GlyphName; readonly tone: Tone }>> = {
  queued: { glyph: 'queued', tone: 'plain' },
  parsing: { glyph: 'testing', tone: 'live' },
  succeeded: { glyph: 'good', tone: 'good' },
  review_required: { glyph: 'wait', tone: 'wait' },
  rejected: { glyph: 'bad', tone: 'bad' },
  failed: { glyph: 'bad', tone: 'bad' },
}

interface DocumentStateProps extends Pick<Document, 'status'> {
  /** Whether pages or parts of it were not read. */
  readonly isPartial?: boolean
}

export const DocumentState = ({ status, isPartial = false }: DocumentStateProps) => {
  const words = useDocumentWords()
  return status === 'succeeded' && isPartial ? (
    <State glyph="doubt" tone="wait">
      {words.partlyRead}
    </State>
  ) : (
    <State {...looks[status]}>{words.statuses[status]}</State>
  )
}

const unreadPages = ({ pageStates }: Pick<Document, 'pageStates'>) => pageStates.needs_ocr + pageStates.refused

/** The length or the progress of a document, its project, and both in a line with its age. */
export const useDocumentFacts = (document: Document) => {
  const { agoInWords } = useAges()
  const project = useThings([document.projectId]).get(document.projectId ?? '')?.title
  const facts = useLength(document)
  const isPartial = unreadPages(document) > 0
  return {
    facts,
    project,
    isPartial,
    line: joined(document.refusal === null && facts, project, agoInWords(document.createdAt)),
  }
}

const useLength = (document: Document): string => {
  const words = useDocumentWords()
  const { pagesTotal, pagesRead, engine, refusal } = document
  if (refusal !== null) return failureHeadline(words.refusals[refusal] ?? words.refused).why
  if (isBeingRead(document.status)) return words.progress(pagesRead, pagesTotal)
  const unread = unreadPages(document)
  return joined(
    words.pages(pagesTotal ?? 0),
    engine !== 'text' && words.engines[engine],
    unread > 0 && words.unread(unread),
  )
}
