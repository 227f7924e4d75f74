import Download from 'lucide-react/icons/download'
import FileText from 'lucide-react/icons/file-text'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../parts/forms/button.tsx'
import { Joined } from '../../parts/text/joined.tsx'
import { useDocumentWords } from '../../words/portal-documents/index.ts'

interface DocumentRowProps {
  /** The icon of its kind; by default the icon of a file. */
  readonly icon?: LucideIcon
  readonly name: string
  /** Its page, if it has one. */
  readonly to?: string | undefined
  /** Facts that distinguish it from others of its name. */
  readonly facts: readonly ReactNode[]
  /** The name of the file for the button. */
  readonly saved: string
  readonly amount?: ReactNode
  readonly isPending: boolean
  readonly onDownload: () => void
  /** The refusal. */
  readonly children: ReactNode
}

/** Something that can be downloaded. */
export const DocumentRow = (props: DocumentRowProps) => {
  const { icon: Icon = FileText, name, to, facts, saved, amount, isPending, onDownload, children } = props
  const words = useDocumentWords()
  return (
    <li className="item document">
      <Icon className="i" aria-hidden="true" />
      <span className="grow">
        <b className="two" dir="auto" title={name}>
          {to === undefined ? name : <Link to={to}>{name}</Link>}
        </b>
        <span className="small" dir="auto">
          <Joined parts={facts} />
        </span>
      </span>
      {amount}
      <Button
        size="small"
        icon={Download}
        aria-label={words.downloadOf(saved)}
        isPending={isPending}
        onClick={onDownload}
      >
        <span className="wide-only">{isPending ? words.downloading : words.download}</span>
      </Button>
      {children}
    </li>
  )
}
