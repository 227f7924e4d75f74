import type { MorePages, ReadPart } from '../../api/use-pages.ts'
import { useCoreWords } from '../../words/core/index.ts'
import { Button } from '../forms/button.tsx'
import { Refusal } from '../feedback/refusal.tsx'
import { useTotalText } from './use-total-text.ts'
import './show-more.css'

interface ShowMoreProps {
  readonly onMore: (() => void) | undefined
  /** Pages that the server still has; absent for a complete list. */
  readonly rest?: (Pick<MorePages, 'isReading' | 'error'> & Partial<Pick<MorePages, 'total'>>) | undefined
  /** How many rows are drawn of the whole list; left out for a part of it. */
  readonly shownCount?: number | undefined
}

/** Shows that a list ends here only because its reader asks for no more; nothing if it is whole. */
export const CutNote = ({ cutAt }: Pick<ReadPart, 'cutAt'>) => {
  const words = useCoreWords()
  const totalText = useTotalText()
  return cutAt === undefined ? null : <p className="quiet">{words.firstOf(totalText(cutAt))}</p>
}

/** Reads on at the end of a list, and shows how much of it is loaded; nothing if the list is whole. */
export const ShowMore = ({ onMore, rest, shownCount }: ShowMoreProps) => {
  const words = useCoreWords()
  const totalText = useTotalText()
  if (!onMore) return null
  return (
    <div className="more-rows">
      <Refusal error={rest?.error} />
      {shownCount !== undefined && rest?.total ? (
        <span className="quiet num">{words.shownOf(totalText(shownCount), totalText(rest.total))}</span>
      ) : null}
      <Button disabled={rest?.isReading} onClick={onMore}>
        {rest?.isReading ? words.loading : words.showMore}
      </Button>
    </div>
  )
}
