import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { useProjectWords } from '../../words/project/index.ts'

/** The button of the menu “More”, which gets its props from a menu. */
export const MoreButton = (props: ComponentProps<'button'>) => {
  const words = useProjectWords()
  return (
    <button {...props} type="button" className="more-tabs" title={words.moreText}>
      {words.more}
      <ChevronDown className="i" aria-hidden="true" />
    </button>
  )
}
