import FileText from 'lucide-react/icons/file-text'
import PanelsTopLeft from 'lucide-react/icons/panels-top-left'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hitIcons, namedIcons, pathOfHit, type DocumentHit, type Hit } from '../../parts/list/search-hit.ts'
import { joined } from '../../parts/text/joined.tsx'
import { withoutMarks } from '../../parts/text/without-marks.ts'
import { paths } from '../../paths.ts'
import { useSearchWords } from '../../words/search/index.ts'
import type { NamedRow } from './named-rows.ts'

type Parts = Hit['snippet']

const textOf = (parts: Parts) => withoutMarks(parts.map(({ text }) => text).join(''))

/** A text with the words that were searched for marked. It is text with any content. */
const Marked = ({ parts }: { readonly parts: Parts }) =>
  parts.map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))

/** A text with the marks of Markdown, which are left out. */
const MarkedText = ({ parts }: { readonly parts: Parts }) => (
  <Marked parts={parts.map((part) => ({ ...part, text: withoutMarks(part.text) }))} />
)

interface FoundRowProps {
  readonly to: string
  readonly icon: LucideIcon
  /** The whole name, for a name that is cut. */
  readonly title: string
  readonly name: ReactNode
  /** A text below the name, if there is one. */
  readonly below: ReactNode
  readonly note: string
  /** The whole of a note that is cut. */
  readonly noteTitle?: string
}

const FoundRow = ({ to, icon: Icon, title, name, below, note, noteTitle }: FoundRowProps) => (
  <li>
    <Link className="row" to={to}>
      <Icon className="i" aria-hidden="true" />
      <span className="grow">
        <span className="t name-of" dir="auto" title={title}>
          {name}
        </span>
        {below ? (
          <span className="small-of" dir="auto">
            {below}
          </span>
        ) : null}
      </span>
      <span className="m where-of" dir="auto" title={noteTitle}>
        {note}
      </span>
    </Link>
  </li>
)

/** A search result; a message is known by its text, all else by its name. */
export const HitRow = ({ hit, title }: { readonly hit: Hit; readonly title: Parts }) => {
  const { noteOf } = useSearchWords()
  const { kind, handle, snippet, projectName } = hit
  const [name, below] = kind === 'message' ? [snippet, title] : [title, snippet]
  return (
    <FoundRow
      to={pathOfHit(hit)}
      icon={hitIcons[kind]}
      title={textOf(name)}
      name={<MarkedText parts={name} />}
      below={below.length > 0 && kind !== 'project' && <MarkedText parts={below} />}
      note={joined(noteOf[kind], handle, kind !== 'project' && projectName)}
      noteTitle={projectName}
    />
  )
}

interface DocumentRowProps {
  readonly document: DocumentHit
  readonly title: Parts
}

/** A document that was found, with the page that has the words. */
export const DocumentRow = ({ document: { id, page, projectName, snippet }, title }: DocumentRowProps) => {
  const words = useSearchWords()
  return (
    <FoundRow
      to={paths.document(id)}
      icon={FileText}
      title={textOf(title)}
      name={<MarkedText parts={title} />}
      below={snippet.length > 0 && <MarkedText parts={snippet} />}
      note={joined(words.document, page !== null && words.pageOf(page), projectName)}
    />
  )
}

/** Something that was found by its name or number. */
export const NamedHitRow = ({ row, parts }: { readonly row: NamedRow; readonly parts: Parts }) => {
  const words = useSearchWords()
  const { kind, also, to } = row
  return (
    <FoundRow
      to={to}
      icon={kind === 'page' ? PanelsTopLeft : namedIcons[kind]}
      title={row.name}
      name={<Marked parts={parts} />}
      below={also}
      note={words.named[kind]}
    />
  )
}
