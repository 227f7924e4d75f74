import type { MorePages } from '../api/use-pages.ts'
import { useWords } from '../words/shell/index.ts'
import { Button } from './button.tsx'
import { Refusal } from './refusal.tsx'
import './show-more.css'

interface MoreProps {
  readonly onMore: (() => void) | undefined
  /** Pages that the server still has; absent for a complete list. */
  readonly rest?: Pick<MorePages, 'isReading' | 'error'> | undefined
}

/** Reads on at the end of a list; nothing if the list is whole. */
export const More = ({ onMore, rest }: MoreProps) => {
  const words = useWords()
  if (!onMore) return null
  return (
    <div className="more-rows">
      <Refusal error={rest?.error} />
      <Button disabled={rest?.isReading} onClick={onMore}>
        {rest?.isReading ? words.loading : words.showMore}
      </Button>
    </div>
  )
}
