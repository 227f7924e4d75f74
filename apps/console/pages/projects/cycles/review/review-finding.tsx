import Info from 'lucide-react/icons/info'
import type { ReactNode } from 'react'
import { isFact } from '../../../../../../domains/delivery/tasks/rules/account-sentence.ts'
import { linesOf } from '../../../../parts/finding/alike-findings.ts'
import { FindingText } from '../../../../parts/finding/finding-text.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { useReviewWords } from '../../../../words/review/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import type { FileFinding } from './review-files.ts'
import type { SharedFinding } from './shared-findings.ts'
import './line-comment.css'

/** A finding in one row. A fact has no doubt to look at, so the keys N and P skip it. */
const FindingRow = ({ isNote = false, children }: { readonly isNote?: boolean; readonly children: ReactNode }) => (
  <div className="finding-row line" data-mark={isNote ? undefined : true} tabIndex={-1}>
    {isNote ? <Info className="i" aria-hidden="true" /> : <Glyph name="doubt" />}
    <p dir="auto">{children}</p>
  </div>
)

interface FindingProps {
  readonly found: FileFinding
  /** Whether its line is just above. */
  readonly isAtLine: boolean
}

/** A finding of the review at its line, or a fact that helps a person to decide. */
export const Finding = ({ found: { kind, reason, line, isOfModel }, isAtLine }: FindingProps) => {
  const words = useReviewWords()
  return (
    <FindingRow isNote={isFact({ kind })}>
      {isOfModel ? (
        <>
          {reason} <span className="quiet">{words.fromModel}</span>
        </>
      ) : (
        <FindingText kind={kind} reason={reason} line={isAtLine ? undefined : line} isAtLines={isAtLine} />
      )}
    </FindingRow>
  )
}

interface AlikeCardProps {
  readonly found: readonly FileFinding[]
  readonly isEachShown: boolean
  readonly onToggle: () => void
}

/** Findings at many lines of a file in one sentence, and a button that shows each at its line. */
export const AlikeCard = ({ found, isEachShown, onToggle }: AlikeCardProps) => {
  const { unnoticed } = useServerWords()
  return (
    <FindingRow>
      {unnoticed.alike(found[0]?.kind, found.length, linesOf(found))}{' '}
      <button type="button" className="link" aria-expanded={isEachShown} onClick={onToggle}>
        {isEachShown ? unnoticed.together : unnoticed.each}
      </button>
    </FindingRow>
  )
}

interface SharedFindingsProps {
  readonly shared: readonly SharedFinding[]
  readonly onGo: (path: string) => void
}

/** Findings in many files of a change, each written once with its places. */
export const SharedFindings = ({ shared, onGo }: SharedFindingsProps) => {
  const words = useReviewWords()
  return shared.map(({ found: { kind, reason, isOfModel }, places, files }) => (
    <section key={reason} className="panel shared-finding" data-mark tabIndex={-1}>
      <div className="line">
        <Glyph name="doubt" />
        <b>{words.inFiles(files)}</b>
      </div>
      <p dir="auto">{isOfModel ? reason : <FindingText kind={kind} reason={reason} isAtLines />}</p>
      <details>
        <summary>{words.places(places.length)}</summary>
        <ul>
          {places.map(({ path, line }, at) => (
            <li key={at}>
              <button type="button" className="link mono" onClick={() => onGo(path)}>
                {path}
                {line === undefined ? '' : `:${line}`}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </section>
  ))
}
