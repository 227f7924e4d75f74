import { useCoreWords } from '../../words/core/index.ts'
import './skeleton.css'

const widths = ['38%', '52%', '31%', '45%', '36%', '49%']

/** The shape of rows that come. It shows itself after 200 ms, by its style. */
export const RowsSkeleton = ({ rows = 4 }: { readonly rows?: number }) => {
  const words = useCoreWords()
  return (
    <div className="panel rows late" role="status" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, at) => (
        <div className="row" key={at}>
          <span className="skel skel-dot" />
          <span className="skel" style={{ width: widths[at % widths.length] }} />
          <span className="grow" />
          <span className="skel skel-end" />
        </div>
      ))}
    </div>
  )
}

export const PageSkeleton = () => (
  <div className="page late">
    <div className="skel skel-title" />
    <div className="skel skel-text" />
    <RowsSkeleton rows={6} />
  </div>
)
