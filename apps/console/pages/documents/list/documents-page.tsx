import FileImage from 'lucide-react/icons/file-image'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import { Link, useSearchParams, useNavigate } from 'react-router'
import { listAiDocuments, parseAiDocument } from '../../../../../domains/agents/parsing/contract.ts'
import { isBeingRead } from '../../../../../domains/agents/parsing/rules.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { AddressChoice } from '../../../parts/forms/options.tsx'
import { useTitle, Head } from '../../../parts/page.tsx'
import { useThings } from '../../../parts/story/use-names.ts'
import { paths } from '../../../paths.ts'
import { useDocumentWords } from '../../../words/documents/index.ts'
import { DocumentState, type Document } from '../document-state.tsx'
import { useDocumentFacts } from '../use-document-facts.ts'
import '../../../parts/list/waiting-row.css'
import '../documents.css'
import { useRef, useState, type ComponentProps } from 'react'
import { uploadAiAsset } from '../../../../../domains/agents/assets/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFile } from '../../../parts/forms/choose-files.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDrop } from '../../../parts/forms/use-drop.ts'
import '../../../parts/forms/file-drop.css'

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
  const project = useSearchParams()[0].get('project')
  const projects = [...useThings(rows.map(({ projectId }) => projectId))].flatMap(([id, thing]) =>
    thing ? [{ id, name: thing.title }] : [],
  )
  return (
    <div className="page">
      <AddDocument total={rest.total} />
      <ListPage
        rows={rows}
        rest={rest}
        textOf={({ title }) => title}
        label={words.filter}
        most={1}
        fits={project === null ? undefined : ({ projectId }) => projectId === project}
        controls={
          projects.length > 0 ? (
            <AddressChoice
              param="project"
              label={words.project}
              all={words.everyProject}
              of={projects}
              className="document-project"
            />
          ) : undefined
        }
        // On a phone each row is a title above its facts.
        head={() => (
          <li className="document-row row row-heads hide-s" aria-hidden="true">
            <span className="grow">{words.heads.title}</span>
            <span className="facts">{words.heads.pages}</span>
            <span className="project">{words.heads.project}</span>
            <span className="state">{words.heads.state}</span>
            <span className="age">{words.heads.added}</span>
          </li>
        )}
        none={<Empty title={words.none} text={words.noneText} />}
      >
        {(row) => <DocumentRow key={row.id} document={row} />}
      </ListPage>
    </div>
  )
}

/** The kind of a document, by the end of its name. */
const KindIcon = ({ title }: Pick<Document, 'title'>) => {
  const isTable = /\.(xlsx?|ods|csv|tsv)$/i.test(title)
  const isPicture = /\.(png|jpe?g|gif|webp|tiff?|heic)$/i.test(title)
  const Icon = isPicture ? FileImage : isTable ? FileSpreadsheet : FileText
  return <Icon className="i quiet" aria-hidden="true" />
}

const DocumentRow = ({ document }: { readonly document: Document }) => {
  const { facts, project, line, isPartial } = useDocumentFacts(document)
  return (
    <li className="document-row row">
      <KindIcon title={document.title} />
      <span className="grow what">
        <Link className="t whole-row" dir="auto" to={paths.document(document.id)}>
          {document.title}
        </Link>
        <small className="only-s m" dir="auto">
          {document.refusal === null ? line : facts}
        </small>
      </span>
      <span className="m hide-s facts">{facts}</span>
      <span className="m cut hide-s project" dir="auto" title={project}>
        {project}
      </span>
      <DocumentState status={document.status} isPartial={isPartial} />
      <Age at={document.createdAt} className="m num age hide-s" />
    </li>
  )
}

/** The head of the list, with the button and the place for a file: it is uploaded and parsed, and its document opens. */
const AddDocument = ({ total }: { readonly total: ComponentProps<typeof Head>['count'] }) => {
  const words = useDocumentWords()
  const navigate = useNavigate()
  const file = useRef<HTMLInputElement>(null)
  const [isCritical, setCritical] = useState(false)
  const parse = useOperation(parseAiDocument, { then: ({ id }) => navigate(paths.document(id)) })
  const upload = useOperation(uploadAiAsset, {
    then: ({ key }) => parse.mutate({ body: { source: { key }, critical: isCritical } }),
  })
  const isPending = upload.isPending || parse.isPending
  const choose = (chosen: File | undefined) => {
    if (!chosen || isPending) return
    const mediaType = chosen.type || 'text/plain'
    upload.mutate({ query: { fileName: chosen.name }, body: { content: chosen, sizeBytes: chosen.size, mediaType } })
  }
  const { isOver, handlers } = useDrop(({ files }) => choose(files[0]))
  return (
    <>
      <Head
        title={words.title}
        count={total}
        text={words.text}
        actions={
          <Button variant="primary" isPending={isPending} onClick={() => file.current?.click()}>
            {isPending ? words.adding : words.add}
          </Button>
        }
      />
      <div
        className={`document-drop file-drop line wrap ${isOver ? 'is-over' : ''}`}
        role="group"
        aria-label={words.file}
        {...handlers}
      >
        <span className="quiet grow hide-s">{words.drop}</span>
        <label className="check">
          <input type="checkbox" checked={isCritical} onChange={({ target }) => setCritical(target.checked)} />
          <span>{words.critical}</span>
        </label>
      </div>
      <ChooseFile ref={file} label={words.file} onFile={choose} />
      <Refusal error={upload.error ?? parse.error} />
    </>
  )
}
