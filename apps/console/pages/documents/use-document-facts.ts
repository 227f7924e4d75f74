import { failureHeadline } from '../../../../domains/delivery/sentences/rules/failure-headline.ts'
import { isBeingRead } from '../../../../domains/agents/parsing/rules.ts'
import { useAges } from '../../format.ts'
import { useThings } from '../../parts/story/use-names.ts'
import { joined } from '../../parts/text/joined.tsx'
import { useDocumentWords } from '../../words/documents/index.ts'
import type { Document } from './document-state.tsx'

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
