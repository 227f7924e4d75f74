import { FindingText } from '../../../../parts/finding/finding-text.tsx'
import { Glyph } from '../../../../parts/glyph.tsx'
import { useReviewWords } from '../../../../words/review/index.ts'
import type { FileFinding } from './review-files.ts'
import './line-comment.css'

/** A finding of the review, at its line. */
export const Finding = ({ found: { kind, reason, line, isOfModel } }: { readonly found: FileFinding }) => {
  const words = useReviewWords()
  return (
    <div className="thread" data-mark tabIndex={-1}>
      <div className="say">
        <div className="line">
          <Glyph name="doubt" />
          <span className="quiet">{isOfModel ? words.fromModel : words.fromRules}</span>
          {line === undefined ? null : <span className="quiet">{words.line(line)}</span>}
        </div>
        <p dir="auto">
          {isOfModel ? reason : <FindingText kind={kind} reason={reason} isAtLines={line !== undefined} />}
        </p>
      </div>
    </div>
  )
}
