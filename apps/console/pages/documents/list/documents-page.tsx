import { Link } from 'react-router'
import { listAiDocuments } from '../../../../../domains/agents/parsing/contract.ts'
import { prefetch, useLateReply, useReply } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { paths } from '../../../paths.ts'
import { useBatchWords } from '../../../words/batches/index.ts'
import { useDocumentWords } from '../../../words/documents/index.ts'
import { useMediaWords } from '../../../words/media/index.ts'
import { usePlaygroundWords } from '../../../words/playground/index.ts'
import { useUsageWords } from '../../../words/usage/index.ts'
import { DocumentState, isBeingRead, useDocumentFacts, type Document } from '../document-state.tsx'
import '../documents.css'
import { AddDocument } from './add-document.tsx'

const listed = { query: { limit: 200 } }
const readEveryMs = 2_000

export const loader = () => prefetch(listAiDocuments, listed)

/** Parsed documents, newest first. */
export default function DocumentsPage() {
  const words = useDocumentWords()
  const batchWords = useBatchWords()
  const mediaWords = useMediaWords()
  const playgroundWords = usePlaygroundWords()
  const usageWords = useUsageWords()
  useTitle(words.title)
  const rows = useReply(listAiDocuments, listed)
  useLateReply(listAiDocuments, listed, { refetchInterval: rows.some(isBeingRead) ? readEveryMs : false })
  return (
    <div className="page">
      <Head
        title={words.title}
        text={words.text}
        actions={
          <>
            <LinkButton to={paths.media}>{mediaWords.link}</LinkButton>
            <LinkButton to={paths.batches}>{batchWords.link}</LinkButton>
            <LinkButton to={paths.playground}>{playgroundWords.link}</LinkButton>
            <LinkButton to={paths.usage}>{usageWords.link}</LinkButton>
            <AddDocument />
          </>
        }
      />
      {rows.length === 0 ? (
        <div className="panel">
          <Empty title={words.none} text={words.noneText} />
        </div>
      ) : (
        <ul className="panel rows">
          <PartialRows rows={rows}>{(row) => <DocumentRow key={row.id} document={row} />}</PartialRows>
        </ul>
      )}
    </div>
  )
}

const DocumentRow = ({ document }: { readonly document: Document }) => {
  const { whole } = useFormat()
  const { ago } = useAges()
  const facts = useDocumentFacts(document)
  return (
    <li className="document-row row wrap">
      <DocumentState status={document.status} />
      <span className="grow what">
        <Link className="t" dir="auto" to={paths.document(document.id)}>
          {document.title}
        </Link>
        <span className="m">{facts}</span>
      </span>
      <time className="m num" dateTime={document.createdAt} title={whole(document.createdAt)}>
        {ago(document.createdAt)}
      </time>
    </li>
  )
}
