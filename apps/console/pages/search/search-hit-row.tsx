import FileText from 'lucide-react/icons/file-text'
import PanelsTopLeft from 'lucide-react/icons/panels-top-left'
import { Link } from 'react-router'
import { hitIcons, namedIcons, pathOfHit, type DocumentHit, type Hit } from '../../parts/list/search-hit.ts'
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

/** A search result; a message is known by its text, all else by its name. */
export const HitRow = ({ hit, title }: { readonly hit: Hit; readonly title: Parts }) => {
  const { noteOf } = useSearchWords()
  const { kind, handle, snippet, projectName } = hit
  const Icon = hitIcons[kind]
  const [name, below] = kind === 'message' ? [snippet, title] : [title, snippet]
  return (
    <li>
      <Link className="row" to={pathOfHit(hit)}>
        <Icon className="i" aria-hidden="true" />
        <span className="grow">
          <span className="t name-of" dir="auto" title={textOf(name)}>
            <MarkedText parts={name} />
          </span>
          {below.length === 0 || kind === 'project' ? null : (
            <span className="small-of" dir="auto">
              <MarkedText parts={below} />
            </span>
          )}
        </span>
        <span className="m where-of" dir="auto" title={projectName}>
          {noteOf[kind]}
          {handle === null ? '' : `\u00a0· ${handle}`}
          {kind === 'project' ? '' : `\u00a0· ${projectName}`}
        </span>
      </Link>
    </li>
  )
}

interface DocumentRowProps {
  readonly document: DocumentHit
  readonly title: Parts
}

/** A document that was found, with the page that has the words. */
export const DocumentRow = ({ document: { id, page, projectName, snippet }, title }: DocumentRowProps) => {
  const words = useSearchWords()
  const notes = [words.document, page === null ? null : words.pageOf(page), projectName]
  return (
    <li>
      <Link className="row" to={paths.document(id)}>
        <FileText className="i" aria-hidden="true" />
        <span className="grow">
          <span className="t name-of" dir="auto" title={textOf(title)}>
            <MarkedText parts={title} />
          </span>
          {snippet.length === 0 ? null : (
            <span className="small-of" dir="auto">
              <MarkedText parts={snippet} />
            </span>
          )}
        </span>
        <span className="m where-of" dir="auto">
          {notes.filter((note) => note !== null).join('\u00a0· ')}
        </span>
      </Link>
    </li>
  )
}

/** Something that was found by its name or number. */
export const NamedHitRow = ({ row, parts }: { readonly row: NamedRow; readonly parts: Parts }) => {
  const words = useSearchWords()
  const { kind, also, to } = row
  const Icon = kind === 'page' ? PanelsTopLeft : namedIcons[kind]
  return (
    <li>
      <Link className="row" to={to}>
        <Icon className="i" aria-hidden="true" />
        <span className="grow">
          <span className="t name-of" dir="auto" title={row.name}>
            <Marked parts={parts} />
          </span>
          {also === '' ? null : (
            <span className="small-of" dir="auto">
              {also}
            </span>
          )}
        </span>
        <span className="m where-of">{words.named[kind]}</span>
      </Link>
    </li>
  )
}
