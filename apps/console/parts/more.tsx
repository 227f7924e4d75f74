import { useWords } from '../words/use-words.ts'

interface MoreProps {
  readonly onMore: (() => void) | undefined
  /** Whether the next rows are on their way; a list that is all there has none to wait for. */
  readonly isReading?: boolean
}

/** Reads on at the end of a list; nothing where the list is whole. */
export const More = ({ onMore, isReading = false }: MoreProps) => {
  const words = useWords()
  if (!onMore) return null
  return (
    <div className="more-rows">
      <button type="button" className="btn" disabled={isReading} onClick={onMore}>
        {isReading ? words.loading : words.showMore}
      </button>
    </div>
  )
}
