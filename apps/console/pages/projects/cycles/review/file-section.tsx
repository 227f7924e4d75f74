import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Check from 'lucide-react/icons/check'
import Eye from 'lucide-react/icons/eye'
import { Button } from '../../../../parts/forms/button.tsx'
import { isNamedPicture } from '../../../../parts/picture/named-picture.ts'
import { useReviewWords } from '../../../../words/review/index.ts'
import { Counts } from './line-counts.tsx'
import { Diff } from './diff.tsx'
import { MissingLines, type ReviewedChange } from './missing-lines.tsx'
import { PictureChange } from './picture-change.tsx'
import type { ReviewFile } from './review-files.ts'
import type { Layout } from './diff-rows.ts'
import type { FileNotes } from './use-line-notes.tsx'

interface FileSectionProps {
  readonly file: ReviewFile
  readonly id: string
  readonly of: ReviewedChange
  readonly layout: Layout
  readonly isOpen: boolean
  readonly isViewed: boolean
  readonly onToggle: () => void
  /** Undefined for a change that is merged. */
  readonly onView: (() => void) | undefined
  readonly beside: FileNotes
}

/** A file of a change in the review: its name, its notes and, unfolded, its lines. */
export const FileSection = (props: FileSectionProps) => {
  const { file, id, isOpen, isViewed, onToggle, onView, beside } = props
  const review = useReviewWords()
  const { name, previousName } = file
  const nameStart = name.lastIndexOf('/') + 1
  const Fold = isOpen ? ChevronDown : ChevronRight
  return (
    <section className="panel file" id={id} aria-label={name} tabIndex={-1}>
      <div className="bar">
        <button type="button" className="fold" aria-expanded={isOpen} onClick={onToggle}>
          <Fold className="i" aria-hidden="true" />
          <span className="mono path" title={previousName === undefined ? name : `${previousName} → ${name}`}>
            <bdi>
              {previousName === undefined ? null : <span className="quiet">{previousName} → </span>}
              {name.slice(0, nameStart)}
              <b>{name.slice(nameStart)}</b>
            </bdi>
          </span>
        </button>
        <Counts file={file} />
        <span className="grow" />
        {onView ? (
          <Button size="small" icon={isViewed ? Check : Eye} onClick={onView}>
            {isViewed ? review.viewed : review.view}
          </Button>
        ) : null}
      </div>
      {beside.head.length === 0 ? null : <div className="head-notes">{beside.head}</div>}
      {isOpen ? <Change {...props} /> : null}
    </section>
  )
}

const Change = ({ file, of, layout: chosen, beside: { notes, marked, onComment } }: FileSectionProps) => {
  const words = useReviewWords()
  // One side of a new or deleted file would be empty.
  const layout = file.kind === 'added' || file.kind === 'deleted' ? 'unified' : chosen
  const beside = { notes, marked, onComment }
  // A delivery without a repository of the project's own cannot be read from one.
  if (file.isBinary && file.kind && isNamedPicture(file.path)) return <PictureChange file={file} of={of} />
  if (file.isBinary) return <p className="pad soft">{words.binary}</p>
  if (file.lines?.length === 0) return <p className="pad soft">{words.noLines}</p>
  if (file.lines) return <Diff path={file.name} lines={file.lines} layout={layout} {...beside} />
  return (
    <MissingLines file={file} of={of}>
      {(lines) => <Diff path={file.name} lines={lines} layout={layout} {...beside} />}
    </MissingLines>
  )
}
