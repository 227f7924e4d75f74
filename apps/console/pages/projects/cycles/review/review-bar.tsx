import ArrowDown from 'lucide-react/icons/arrow-down'
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useFormat } from '../../../../format.ts'
import { Button, IconButton } from '../../../../parts/forms/button.tsx'
import { useReviewWords } from '../../../../words/review/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { ReviewFile } from './review-files.ts'
import type { Layout } from './diff-rows.ts'
import { goTo } from './use-review-keys.ts'

interface ReviewBarProps {
  readonly files: readonly ReviewFile[]
  readonly isCut: boolean
  readonly findings: number
  /** Undefined for a change that is merged. */
  readonly viewed: number | undefined
  readonly isAnyOpen: boolean
  /** Undefined for a single file. */
  readonly onFoldAll: (() => void) | undefined
  /** The filter of files, if there are many. */
  readonly field: ReactNode
  readonly layout: Layout
  /** Undefined without room for both sides. */
  readonly onLayout: ((layout: Layout) => void) | undefined
}

/** The figures of a change, a button to the next of several findings, and its layout. */
export const ReviewBar = (props: ReviewBarProps) => {
  const { files, isCut, findings, viewed, isAnyOpen, onFoldAll, field, layout, onLayout } = props
  const words = useWords()
  const review = useReviewWords()
  const { number } = useFormat()
  const sum = (of: 'additions' | 'deletions') => number(files.reduce((all, file) => all + (file[of] ?? 0), 0))
  const next = () => {
    const marks = [...document.querySelectorAll('.review [data-mark]')]
    goTo(marks.find((mark) => mark.getBoundingClientRect().top > 200) ?? marks[0])
  }
  return (
    <div className="sub">
      {/* A single file has its figures in its own head. */}
      {files.length === 1 ? null : (
        <span>
          <b>{words.cycle.files(files.length)}</b>{' '}
          <span className="mono">
            +{sum('additions')} −{sum('deletions')}
          </span>
        </span>
      )}
      {findings > 1 ? (
        <span className="line">
          <TriangleAlert className="i wait" aria-hidden="true" />
          {words.cycle.findings(findings)}
          <IconButton variant="outline" icon={ArrowDown} label={review.nextFinding} onClick={next} />
        </span>
      ) : null}
      {files.length === 1 || viewed === undefined ? null : (
        <span className="quiet">{review.viewedOf(viewed, files.length)}</span>
      )}
      {isCut ? <span className="quiet">{review.cut}</span> : null}
      <span className="grow" />
      {field}
      {onFoldAll ? (
        <Button size="small" icon={isAnyOpen ? ChevronsDownUp : ChevronsUpDown} onClick={onFoldAll}>
          {isAnyOpen ? review.foldAll : review.openAll}
        </Button>
      ) : null}
      {onLayout ? (
        <span className="seg" role="group" aria-label={review.layout}>
          {(['split', 'unified'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={one === layout} onClick={() => onLayout(one)}>
              {review.layouts[one]}
            </button>
          ))}
        </span>
      ) : null}
    </div>
  )
}
