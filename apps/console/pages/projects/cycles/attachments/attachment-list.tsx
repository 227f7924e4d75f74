import { Link } from 'react-router'
import {
  getCycleAttachment,
  parseCycleAttachment,
  removeCycleAttachment,
} from '../../../../../../domains/delivery/conversation/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { useDownload } from '../../../../parts/files/use-download.ts'
import { paths } from '../../../../paths.ts'
import { useAttachmentWords } from '../../../../words/attachments/index.ts'
import { useDocumentWords } from '../../../../words/documents/index.ts'
import { DocumentState } from '../../../documents/document-state.tsx'
import type { Attachment } from './use-attachments.ts'
import './attachments.css'

/** Files with the text that agents read of them; renders nothing without files. */
export const AttachmentList = ({ files }: { readonly files: readonly Attachment[] }) =>
  files.length === 0 ? null : (
    <ul className="attachments">
      {files.map((file) => (
        <AttachmentRow key={file.id} file={file} />
      ))}
    </ul>
  )

const AttachmentRow = ({ file }: { readonly file: Attachment }) => {
  const words = useAttachmentWords()
  const { id: attachmentId, cycleId: id, name, mediaType, document, authorSide } = file
  const input = { params: { id, attachmentId } }
  const parse = useOperation(parseCycleAttachment)
  const remove = useOperation(removeCycleAttachment)
  const download = useDownload(getCycleAttachment, { name, type: mediaType })
  return (
    <li>
      <span className="name" dir="auto">
        {document ? (
          // The page of the document shows the picture of each page beside its text.
          <Link to={paths.document(document.id)}>{name}</Link>
        ) : (
          <button type="button" className="link" onClick={() => download.mutate(input)}>
            {name}
          </button>
        )}
      </span>
      {authorSide === 'client' ? <span className="tag">{words.client}</span> : null}
      <ReadState document={document} />
      {document === null || document.status === 'failed' ? (
        <Button
          size="small"
          isPending={parse.isPending}
          aria-label={words.parseOf(name)}
          onClick={() => parse.mutate(input)}
        >
          {words.parse}
        </Button>
      ) : null}
      <Button
        variant="plain"
        size="small"
        isPending={remove.isPending}
        aria-label={words.removeOf(name)}
        onClick={() => remove.mutate(input)}
      >
        {words.remove}
      </Button>
      <Refusal error={parse.error ?? remove.error ?? download.error} />
    </li>
  )
}

/** How far a file is read for agents, or why it is not. */
const ReadState = ({ document }: Pick<Attachment, 'document'>) => {
  const { unread } = useAttachmentWords()
  const words = useDocumentWords()
  if (document === null) return <span className="quiet">{unread}</span>
  const { status, refusal, pagesRead, pagesTotal } = document
  const progress = refusal === null ? words.progress(pagesRead, pagesTotal) : (words.refusals[refusal] ?? words.refused)
  return (
    <>
      <DocumentState status={status} />
      <span className="quiet">{status === 'succeeded' ? words.pages(pagesTotal ?? 0) : progress}</span>
    </>
  )
}
