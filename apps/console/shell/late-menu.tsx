import { cloneElement, startTransition, Suspense, useState, type ComponentProps, type ReactElement } from 'react'

interface LateMenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<ComponentProps<'button'>>
  /** Reads the code of the menu. */
  readonly read: () => Promise<unknown>
  /** The menu with the same button, open when it is first drawn. */
  readonly children: ReactElement
}

/**
 * The button of a menu, until a person opens it: the code of menus is larger than a page. The code is read as soon as the
 * pointer or the focus reaches the button.
 */
export const LateMenu = ({ trigger, read, children }: LateMenuProps) => {
  const [isOpened, setOpened] = useState(false)
  const open = () => startTransition(() => setOpened(true))
  const readAhead = () => void read()
  const early = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: readAhead,
    onFocus: readAhead,
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open()
    },
  })
  // The button stays until the code is there: a transition shows no fallback.
  return <Suspense>{isOpened ? children : early}</Suspense>
}
