import { Glyph } from '../../../../parts/glyph.tsx'
import { QuotedCode } from '../../../../parts/quoted-code.tsx'
import { useReviewWords } from '../../../../words/review/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import type { FileFinding } from './review-files.ts'
import './line-comment.css'

/** A finding of the review, at its line. */
export const Finding = ({ found: { kind, reason, line, isOfModel } }: { readonly found: FileFinding }) => {
  const words = useReviewWords()
  const { finding } = useServerWords()
  return (
    <div className="thread" data-mark tabIndex={-1}>
      <div className="say">
        <div className="line">
          <Glyph name="doubt" />
          <span className="quiet">{isOfModel ? words.fromModel : words.fromRules}</span>
          {line === undefined ? null : <span className="quiet">{words.line(line)}</span>}
        </div>
        <p dir="auto">{isOfModel ? reason : <QuotedCode text={finding({ kind, reason })} />}</p>
      </div>
    </div>
  )
}
