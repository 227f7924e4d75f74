import { useEffect, useState } from 'react'
import { useParams, type LoaderFunctionArgs, useNavigate } from 'react-router'
import {
  getAiDocument,
  listAiDocumentPages,
  deleteAiDocument,
  parseAiDocument,
} from '../../../../../domains/agents/parsing/contract.ts'
import { isBeingRead, isTriedAgain } from '../../../../../domains/agents/parsing/rules.ts'
import { prefetch, useLateReply, useReply, useOperation } from '../../../api/use-operation.ts'
import { FailureNote } from '../../../parts/failure/failure-note.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { useDocumentWords } from '../../../words/documents/index.ts'
import { DocumentState, type Document } from '../document-state.tsx'
import { useDocumentFacts } from '../use-document-facts.ts'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { DocumentPagePanel } from './document-page-panel.tsx'
import { getAiAsset } from '../../../../../domains/agents/assets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import '../documents.css'

const readEveryMs = 1_000
const pagesAtOnce = 20

const firstPages = (id: string) => ({ params: { id }, query: { after: 0, limit: pagesAtOnce } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.documentId!
  prefetch(listAiDocumentPages, firstPages(id))
  return prefetch(getAiDocument, { params: { id } })
}

/** A document: the picture of each page beside its text, and the decision about it if it is critical. */
export default function DocumentPage() {
  const id = useParams().documentId!
  const words = useDocumentWords()
  const document = useReply(getAiDocument, { params: { id } })
  useTitle(document.title, words.title)
  useLateReply(
    getAiDocument,
    { params: { id } },
    { refetchInterval: isBeingRead(document.status) ? readEveryMs : false },
  )
  const { line, isPartial } = useDocumentFacts(document)
  return (
    <>
      <Top crumbs={[{ name: words.title, to: paths.documents }, { name: document.title }]} />
      <div className="page">
        <Head
          title={document.title}
          text={
            <span className="line wrap document-facts">
              <DocumentState status={document.status} isPartial={isPartial} />
              <span dir="auto">{line}</span>
            </span>
          }
          actions={<DocumentActions document={document} />}
        />
        {document.refusal === null ? null : (
          <FailureNote message={words.refusals[document.refusal] ?? words.refused}>
            <ReadAgain document={document} />
          </FailureNote>
        )}
        {document.status === 'review_required' ? <p className="note">{words.reviewText}</p> : null}
        {document.pagesRead === 0 ? null : <PagesFrom document={document} after={0} />}
      </div>
    </>
  )
}

interface PagesFromProps {
  readonly document: Document
  /** The last page before these. */
  readonly after: number
}

/** Twenty pages of a document, and those behind them on request. */
const PagesFrom = ({ document, after }: PagesFromProps) => {
  const { data: pages = [], refetch } = useLateReply(listAiDocumentPages, {
    params: { id: document.id },
    query: { after, limit: pagesAtOnce },
  })
  const [isMore, setMore] = useState(false)
  const isBehind = pages.length < pagesAtOnce && after + pages.length < document.pagesRead
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch, document.pagesRead])
  const last = after + pages.length
  return (
    <>
      {pages.map((page) => (
        <DocumentPagePanel key={page.number} document={document} page={page} />
      ))}
      {isMore ? (
        <PagesFrom document={document} after={last} />
      ) : pages.length === pagesAtOnce && last < document.pagesRead ? (
        <ShowMore onMore={() => setMore(true)} />
      ) : null}
    </>
  )
}

type WholeDocument = Reply<typeof getAiDocument>

/** Saves a document or its text, or deletes it. */
const DocumentActions = ({ document }: { readonly document: WholeDocument }) => {
  const words = useDocumentWords()
  const navigate = useNavigate()
  // An address of the file is valid for a short time, so it is asked for only when the file is wanted.
  const address = useOperation(getAiAsset, { then: ({ url }) => location.assign(url) })
  return (
    <>
      <Button
        isPending={address.isPending}
        onClick={() => address.mutate({ params: { key: document.sourceKey }, query: {} })}
      >
        {words.original}
      </Button>
      <Refusal error={address.error} />
      {document.extractedUrl === null ? null : (
        <LinkButton href={document.extractedUrl} download>
          {words.wholeText}
        </LinkButton>
      )}
      {isBeingRead(document.status) ? null : (
        <ConfirmButton
          variant="plain"
          label={words.delete}
          operation={deleteAiDocument}
          input={{ params: { id: document.id } }}
          then={() => navigate(paths.documents)}
          title={words.deleteTitle(document.title)}
          verb={words.deleteVerb}
          keep
        >
          <p>{words.deleteText}</p>
        </ConfirmButton>
      )}
    </>
  )
}

/** The engine that may read a failed document; undefined if the same bytes fail the same way again. */
const nextEngine = ({ refusal, engine }: WholeDocument) => {
  if (refusal === 'needs_ocr' && engine === 'text') return 'ocr'
  return isTriedAgain(refusal) ? engine : undefined
}

/** Reads a failed document again, if that may help; the new document replaces it. */
const ReadAgain = ({ document }: { readonly document: WholeDocument }) => {
  const words = useDocumentWords()
  const navigate = useNavigate()
  const remove = useOperation(deleteAiDocument)
  const { id, sourceKey, projectId, critical } = document
  const parse = useOperation(parseAiDocument, {
    then: async (read) => {
      await navigate(paths.document(read.id), { replace: true })
      remove.mutate({ params: { id } })
    },
  })
  const engine = nextEngine(document)
  if (document.status !== 'failed' || engine === undefined) return null
  const body = { source: { key: sourceKey }, engine, critical, ...(projectId !== null && { projectId }) }
  return (
    <>
      <Button isPending={parse.isPending} onClick={() => parse.mutate({ body })}>
        {engine === document.engine ? words.readAgain : words.recognize}
      </Button>
      <Refusal error={parse.error} />
    </>
  )
}
