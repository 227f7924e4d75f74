import { Menu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import './menu.css'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly side: 'top' | 'bottom'
  /** Whether it is as wide as its button. */
  readonly isAsWide?: boolean
  readonly children: ReactNode
}

/** A menu at its button, read and opened by the first use of that button. Its content is made of the items of Base UI. */
export const ButtonMenu = ({ trigger, side, isAsWide = false, children }: MenuProps) => (
  <Menu.Root modal={false} defaultOpen>
    <Menu.Trigger render={trigger} />
    <Menu.Portal>
      <Menu.Positioner className="menu-place" side={side} align="start" sideOffset={8} collisionPadding={8}>
        <Menu.Popup className={isAsWide ? 'menu as-wide' : 'menu'}>{children}</Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)
