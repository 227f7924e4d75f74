import { useState } from 'react'
import { decideAiDocumentPage, type listAiDocumentPages } from '../../../../../domains/agents/parsing/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import { ProseBlock } from '../../../parts/text/prose.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDocumentWords } from '../../../words/documents/index.ts'
import type { Document } from '../document-state.tsx'
import { isDoubtful, joinedCells } from './doubt.ts'

type ReadPage = Reply<typeof listAiDocumentPages>[number]

interface DocumentPagePanelProps {
  readonly document: Document
  readonly page: ReadPage
}

/** The picture of a page beside its text. */
export const DocumentPagePanel = ({ document, page }: DocumentPagePanelProps) => {
  const words = useDocumentWords()
  const { number, state, confidence, markdown } = page
  // Stored text is copied and not guessed at.
  const isGuessed = state === 'parsed' && document.engine !== 'text'
  const side = useChoice('side', ['text', 'picture'])
  const isPdf = /\.pdf$/i.test(document.title)
  // A PDF has no tables: they are rebuilt from the places of its words.
  const isTableGuessed = isPdf && document.engine === 'text' && /^\|.*\|$/m.test(markdown)
  // The head of the document has the state of pages that were read as stored text.
  const facts = joined(
    (state !== 'parsed' || isGuessed) && words.states[state],
    isGuessed && words.sure(Math.round(confidence * 100)),
  )
  return (
    <section className="panel document-page" aria-label={words.page(number)}>
      <header className="row wrap">
        <h2 className="grow">{words.page(number)}</h2>
        <span className="m">{facts}</span>
        {document.critical ? <PageDecision document={document} page={page} /> : null}
      </header>
      <Doubt page={page} isTableGuessed={isTableGuessed} />
      {isPdf ? (
        <div className="only-s document-side">
          <Segments label={words.sidesOf} param="side" names={words.sides} chosen={side} />
        </div>
      ) : null}
      <div className="document-sides" data-side={isPdf ? side : undefined}>
        <PagePicture id={document.id} number={number} isExpected={isPdf} />
        {markdown === '' ? <p className="quiet">{words.noText[state]}</p> : <ProseBlock text={markdown} />}
      </div>
    </section>
  )
}

/** The doubts about a page, before its text. */
const Doubt = ({ page, isTableGuessed }: { readonly page: ReadPage; readonly isTableGuessed: boolean }) => {
  const words = useDocumentWords()
  const sentences = page.reasons.flatMap((reason) => words.doubts[reason] ?? [])
  if (isDoubtful(page)) return <DoubtNote text={sentences.join(' ') || words.doubt} />
  if (!isTableGuessed || page.decision !== null) return null
  const cells = joinedCells(page.markdown).slice(0, 3)
  if (cells.length === 0) return <p className="note document-doubt">{words.tablesGuessed}</p>
  return <DoubtNote text={`${words.tablesGuessed} ${words.joined(cells)}`} />
}

const DoubtNote = ({ text }: { readonly text: string }) => (
  <div className="note wait document-doubt">
    <Glyph name="wait" />
    <p>{text}</p>
  </div>
)

interface PagePictureProps {
  readonly id: string
  readonly number: number
  /** Whether each page has one: its place is kept until it is there, so that the text does not move. */
  readonly isExpected: boolean
}

/** Sheets, mail and text have no picture: then the text has the whole width. */
const PagePicture = ({ id, number, isExpected }: PagePictureProps) => {
  const words = useDocumentWords()
  const [state, setState] = useState<'loading' | 'shown' | 'missing'>('loading')
  if (state === 'missing') return null
  const src = `/v1/api/ai/documents/${id}/picture?page=${number}`
  const place = state === 'shown' ? 'shown' : isExpected ? 'shown awaited' : 'unknown'
  return (
    <a
      className={`document-picture ${place}`}
      href={src}
      target="_blank"
      rel="noreferrer"
      title={words.enlarge(number)}
    >
      <img
        loading="lazy"
        src={src}
        alt={words.picture(number)}
        onLoad={() => setState('shown')}
        onError={() => setState('missing')}
      />
    </a>
  )
}

const PageDecision = ({ document, page }: DocumentPagePanelProps) => {
  const words = useDocumentWords()
  const decide = useOperation(decideAiDocumentPage)
  const { number, decision } = page
  const send = (chosen: 'accepted' | 'rejected') =>
    decide.mutate({ params: { id: document.id }, body: { page: number, decision: chosen } })
  return (
    <>
      {decision === null ? null : <span className="m">{words.decided[decision]}</span>}
      {decision === 'rejected' ? null : (
        <Button
          size="small"
          aria-label={words.rejectOf(number)}
          isPending={decide.isPending}
          onClick={() => send('rejected')}
        >
          {words.reject}
        </Button>
      )}
      {decision === 'accepted' ? null : (
        <Button
          size="small"
          variant="primary"
          aria-label={words.acceptOf(number)}
          isPending={decide.isPending}
          onClick={() => send('accepted')}
        >
          {words.accept}
        </Button>
      )}
      <Refusal error={decide.error} />
    </>
  )
}
