import FileImage from 'lucide-react/icons/file-image'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { Link } from 'react-router'
import { listAiDocuments } from '../../../../../domains/agents/parsing/contract.ts'
import { isBeingRead } from '../../../../../domains/agents/parsing/rules.ts'
import { listMost, prefetchPages, usePages, useReadUpTo } from '../../../api/use-pages.ts'
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
  const [project, setProject] = useState('')
  const projects = [...useThings(rows.map(({ projectId }) => projectId))].flatMap(([id, thing]) =>
    thing ? [[id, thing.title] as const] : [],
  )
  useReadUpTo(rest, project === '' ? 0 : listMost)
  return (
    <div className="page">
      <AddDocument total={rest.total} />
      {rows.length === 0 ? (
        <div className="panel">
          <Empty title={words.none} text={words.noneText} />
        </div>
      ) : (
        <FilteredRows
          rows={rows.filter(({ projectId }) => project === '' || projectId === project)}
          rest={rest}
          textOf={({ title }) => title}
          label={words.filter}
          most={1}
          controls={
            projects.length > 0 ? (
              <select
                className="input document-project"
                aria-label={words.project}
                value={project}
                onChange={({ target }) => setProject(target.value)}
              >
                <option value="">{words.everyProject}</option>
                {projects.map(([id, name]) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            ) : undefined
          }
        >
          {(row) => <DocumentRow key={row.id} document={row} />}
        </FilteredRows>
      )}
    </div>
  )
}

/** The kind of a document, by the end of its name. */
const KindIcon = ({ title }: Pick<Document, 'title'>) => {
  if (/\.(png|jpe?g|gif|webp|tiff?|heic)$/i.test(title)) return <FileImage className="i quiet" aria-hidden="true" />
  if (/\.(xlsx?|ods|csv|tsv)$/i.test(title)) return <FileSpreadsheet className="i quiet" aria-hidden="true" />
  return <FileText className="i quiet" aria-hidden="true" />
}

const DocumentRow = ({ document }: { readonly document: Document }) => {
  const facts = useDocumentFacts(document)
  const project = useThings([document.projectId]).get(document.projectId ?? '')?.title
  return (
    <li className="document-row row wrap">
      <KindIcon title={document.title} />
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
