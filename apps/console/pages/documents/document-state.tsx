import type { listAiDocuments } from '../../../../domains/agents/parsing/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { State } from '../../parts/feedback/state.tsx'
import type { StateBadge } from '../../states.ts'
import { useDocumentWords } from '../../words/documents/index.ts'

export type Document = Reply<typeof listAiDocuments>[number]

const looks: Readonly<Record<Document['status'], StateBadge>> = {
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
