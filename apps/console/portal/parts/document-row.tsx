import Download from 'lucide-react/icons/download'
import FileText from 'lucide-react/icons/file-text'
import type { ReactNode } from 'react'
import { useDocumentWords } from '../words/documents.ts'

interface DocumentRowProps {
  readonly name: string
  /** What tells it from others of its name. */
  readonly note?: string
  readonly isPending: boolean
  readonly onDownload: () => void
  /** What was refused. */
  readonly children: ReactNode
}

/** Something that can be downloaded. */
export const DocumentRow = ({ name, note, isPending, onDownload, children }: DocumentRowProps) => {
  const words = useDocumentWords()
  return (
    <li className="item document">
      <FileText className="i" aria-hidden="true" />
      <span className="grow">
        <b className="two" dir="auto" title={name}>
          {name}
        </b>
        {note === undefined ? null : (
          <span className="small" dir="auto">
            {note}
          </span>
        )}
      </span>
      <button
        type="button"
        className="btn s"
        aria-label={words.downloadOf(name)}
        disabled={isPending}
        onClick={onDownload}
      >
        <Download className="i" aria-hidden="true" />
        <span className="wide-only">{isPending ? words.downloading : words.download}</span>
      </button>
      {children}
    </li>
  )
}
