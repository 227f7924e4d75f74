import type { ReviewFile } from './review-files.ts'

export const Counts = ({ file: { additions, deletions } }: { readonly file: ReviewFile }) =>
  additions === null && deletions === null ? null : (
    <span className="mono quiet counts">
      +{additions ?? 0} −{deletions ?? 0}
    </span>
  )
