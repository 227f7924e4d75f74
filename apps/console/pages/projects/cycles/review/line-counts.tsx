import { useWords } from '../../../../words/shell/index.ts'
import type { ReviewFile } from './review-files.ts'

/** What became of a file, unless its lines say it, and how many of them. */
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
