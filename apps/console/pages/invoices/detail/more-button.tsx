import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../parts/button.tsx'
import { useWords } from '../../../words/shell/index.ts'

/** The button of the menu of rare actions, which gets its props from a menu. */
export const MoreButton = (props: ComponentProps<'button'>) => {
  const { more } = useWords()
  return <IconButton {...props} icon={Ellipsis} label={more} title={more} variant="outline" />
}
