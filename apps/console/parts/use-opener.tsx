import { useState } from 'react'
import { Button } from './forms/button.tsx'

/** Whether the form of a page is open, and the button in the page's head that opens and closes it. */
export const useOpener = (text: string, isOpenAtFirst: boolean) => {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const opener = (
    <Button variant={isOpen ? 'outline' : 'primary'} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {text}
    </Button>
  )
  return { isOpen, opener }
}
