import { Menu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactElement } from 'react'
import { Link } from 'react-router'
import { ButtonMenu } from '../parts/forms/menu.tsx'

interface MenuEntry {
  readonly name: string
  readonly icon: LucideIcon
}

export interface ItemMenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<ComponentProps<'button'>>
  readonly items: readonly (MenuEntry & ({ readonly to: string } | { readonly act: () => unknown }))[]
}

/** A menu of places and actions. */
export const ItemMenu = ({ trigger, items }: ItemMenuProps) => (
  <ButtonMenu side="bottom" trigger={trigger}>
    {items.map(({ name, icon: Icon, ...item }) => {
      const label = (
        <>
          <Icon className="i" aria-hidden="true" />
          {name}
        </>
      )
      return 'to' in item ? (
        <Menu.LinkItem key={name} className="menu-item" render={<Link to={item.to} />} closeOnClick>
          {label}
        </Menu.LinkItem>
      ) : (
        <Menu.Item key={name} className="menu-item" onClick={item.act}>
          {label}
        </Menu.Item>
      )
    })}
  </ButtonMenu>
)
