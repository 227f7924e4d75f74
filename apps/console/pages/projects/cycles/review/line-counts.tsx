import { useWords } from '../../../../words/shell/index.ts'
import type { ReviewFile } from './review-files.ts'

/** The numbers of changed lines of a file; its kind of change too, unless that is clear from the numbers. */
export const Counts = ({ file: { kind, additions, deletions } }: { readonly file: ReviewFile }) => {
  const { kinds } = useWords().cycle
  const hasLines = Boolean(additions) || Boolean(deletions)
  return (
    <span className="quiet counts">
      {kind && (kind !== 'modified' || !hasLines) ? `${kinds[kind]} ` : null}
      {hasLines ? (
        <span className="mono">
          +{additions ?? 0} −{deletions ?? 0}
        </span>
      ) : null}
    </span>
  )
}
