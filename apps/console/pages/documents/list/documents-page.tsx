import { Link } from 'react-router'
import { listAiDocuments } from '../../../../../domains/agents/parsing/contract.ts'
import { isBeingRead } from '../../../../../domains/agents/parsing/rules.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { Age } from '../../../parts/age.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { FilteredRows } from '../../../parts/filtered-rows.tsx'
import { useTitle } from '../../../parts/page.tsx'
import { useThings } from '../../../parts/story/use-names.ts'
import { paths } from '../../../paths.ts'
import { useDocumentWords } from '../../../words/documents/index.ts'
import { DocumentState, useDocumentFacts, type Document } from '../document-state.tsx'
import '../documents.css'
import { AddDocument } from './add-document.tsx'

const listed = { query: { limit: 200 } }
const readEveryMs = 2_000

export const loader = () => prefetchPages(listAiDocuments, listed)

/** Parsed documents, newest first. */
export default function DocumentsPage() {
  const words = useDocumentWords()
  useTitle(words.title)
  const { rows, ...rest } = usePages(listAiDocuments, listed, {
    readEveryMs: (read) => read.some(({ status }) => isBeingRead(status)) && readEveryMs,
  })
  return (
    <div className="page">
      <AddDocument total={rest.total} />
      {rows.length === 0 ? (
        <div className="panel">
          <Empty title={words.none} text={words.noneText} />
        </div>
      ) : (
        <FilteredRows rows={rows} rest={rest} textOf={({ title }) => title} label={words.filter} most={1}>
          {(row) => <DocumentRow key={row.id} document={row} />}
        </FilteredRows>
      )}
    </div>
  )
}

const DocumentRow = ({ document }: { readonly document: Document }) => {
  const facts = useDocumentFacts(document)
  const project = useThings([document.projectId]).get(document.projectId ?? '')?.title
  return (
    <li className="document-row row wrap">
      <span className="grow what">
        <Link className="t" dir="auto" to={paths.document(document.id)}>
          {document.title}
        </Link>
        <span className="m" dir="auto">
          {facts}
          {project ? ` · ${project}` : null}
        </span>
      </span>
      <DocumentState status={document.status} />
      <Age at={document.createdAt} className="m num age" />
    </li>
  )
}
