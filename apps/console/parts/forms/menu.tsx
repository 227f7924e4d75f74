import { Menu } from '@base-ui/react/menu'
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react'
import './menu.css'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly side: 'top' | 'bottom'
  /** Whether it is as wide as its button. */
  readonly isAsWide?: boolean
  readonly children: ReactNode
}

/** A menu of Base UI's items at its button, whose first use drew it: so that button is pressed again. */
export const ButtonMenu = ({ trigger, side, isAsWide = false, children }: MenuProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (isPressed.current) return
    isPressed.current = true
    button.current!.focus()
    button.current!.click()
  }, [])
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger ref={button} render={trigger} />
      <Menu.Portal>
        <Menu.Positioner className="menu-place" side={side} align="start" sideOffset={8} collisionPadding={8}>
          <Menu.Popup className={isAsWide ? 'menu as-wide' : 'menu'}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
